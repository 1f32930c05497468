import { access, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadFor } from '@nimbo/volume-content/image-to-raw'
import { dropFormerName } from './former-name.ts'

/** The paths of volumes and snapshots; creates their files atomically. */
export interface VolumeFiles {
  /** Throws for an id that is not a plain file name. */
  volume(id: string): string
  snapshot(id: string): string
  /** Lets `write` create a temporary file next to `path`, then renames it to `path`, which replaces an existing file. */
  place(path: string, write: (temporary: string) => Promise<void>): Promise<void>
  /** The temporary file of `path`. */
  part(path: string): string
  exists(path: string): Promise<boolean>
  /** Succeeds when it does not exist. */
  remove(path: string): Promise<void>
}

/** The path of the unencrypted disk while an encrypted volume is created from it. */
export const clearFor = (temporary: string): string => `${temporary}.clear`

const plainName = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/

export const volumeFiles = (directory: string): VolumeFiles => {
  const named = (kind: string, id: string): string => {
    if (!plainName.test(id)) throw new Error(`${JSON.stringify(id)} cannot name a file`)
    return join(directory, `${kind}-${id}`)
  }
  const partOf = (path: string): string => `${path}.part`
  return {
    volume: (id) => named('volume', id),
    snapshot: (id) => named('snapshot', id),
    place: async (path, write) => {
      const temporary = partOf(path)
      await rm(temporary, { force: true })
      try {
        await write(temporary)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    part: partOf,
    exists: (path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    remove: async (path) => {
      await dropFormerName(path)
      const part = partOf(path)
      for (const left of [downloadFor(part), downloadFor(clearFor(part)), clearFor(part), part, path])
        await rm(left, { force: true })
    },
  }
}
