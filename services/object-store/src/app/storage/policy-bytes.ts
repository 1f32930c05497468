import { readBlobName } from '../../domain/blob-name.ts'
import type { ObjectBytes } from '../../driver/object-bytes.ts'
import type { StoragePolicy } from '../../driver/storage-policy.ts'

/** The drivers of all policies as one, which finds each by the name of the bytes. */
export const policyBytes = (policies: readonly StoragePolicy[]): ObjectBytes => {
  const found = (name: string): { readonly bytes: ObjectBytes; readonly id: string } => {
    const { policy, id } = readBlobName(name)
    const bytes = policies.find(({ index }) => index === policy)?.bytes
    if (bytes === undefined)
      throw new Error(`${name} lies by the storage policy ${policy}, which is not there`)
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
