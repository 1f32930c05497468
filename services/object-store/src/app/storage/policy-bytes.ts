import { readBlobName } from '../../domain/blob-name.ts'
import type { ObjectBytes } from '../../driver/object-bytes.ts'
import type { StoragePolicy } from '../../driver/storage-policy.ts'

/** Combines the drivers of all storage policies: the name of the bytes contains the index of their policy. */
export const policyBytes = (policies: readonly StoragePolicy[]): ObjectBytes => {
  const found = (name: string): { readonly bytes: ObjectBytes; readonly id: string } => {
    const { place, id } = readBlobName(name)
    const bytes = policies.find(({ index }) => index === place)?.bytes
    if (bytes === undefined)
      throw new Error(`${name} lies by the storage policy ${place}, which is not there`)
    return { bytes, id }
  }
  return {
    write: async (name, data) => {
      const { bytes, id } = found(name)
      await bytes.write(id, data)
    },
    read: async (name, range) => {
      const { bytes, id } = found(name)
      return bytes.read(id, range)
    },
    remove: async (name) => {
      const { bytes, id } = found(name)
      await bytes.remove(id)
    },
    copies: (name) => {
      const { bytes, id } = found(name)
      return bytes.copies?.(id) ?? []
    },
  }
}
