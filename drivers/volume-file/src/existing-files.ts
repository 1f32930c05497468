import { lstat, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdoptsExisting, Existing, ExistingSnapshot } from '@nimbo/volume/driver/volume-backend'
import { growFile } from '@nimbo/volume-content/sparse-file'
import { dropFormerName, keepFormerName } from './former-name.ts'
import type { VolumeFiles } from './volume-files.ts'

const gibibyte = 1024 ** 3

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Names that raw disks may have, if they are not still being written; not those of this service's snapshots. */
const volumeName = new RegExp(`^(?!snapshot-${uuid}$)[0-9A-Za-z][\\w.-]{0,127}$`)
const unfinished = /\.(?:part|image|clear)$/
const ownVolume = new RegExp(`^volume-(${uuid})$`)
const ownSnapshot = new RegExp(`^snapshot-(${uuid})$`)
/** The name of an unmanaged snapshot consists of its volume and a name of its own: `volume-<id>@<name>`. */
const foreignSnapshot = new RegExp(`^volume-(${uuid})@[0-9A-Za-z][\\w.-]{0,127}$`)

/** Cinder's name of a released snapshot, which does not contain the id of its volume. */
const shortName = new RegExp(`^_snapshot-(${uuid})$`)
const releasedName = (volumeId: string, id: string): string => `volume-${volumeId}@snapshot-${id}`

/** The size of a regular file in gibibytes; undefined for anything else, such as links, which may lead anywhere. */
const sizeOf = async (path: string): Promise<number | undefined> => {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() ? Math.max(1, Math.ceil(found.size / gibibyte)) : undefined
}

/**
 * Adopts and releases the raw disks in the directory of a back end, by their file names. `renamed` is called when a volume's file
 * got another name.
 */
export const existingFiles = (
  directory: string,
  files: VolumeFiles,
  renamed: (from: string, to: string) => Promise<void> = async () => {},
): AdoptsExisting => {
  const names = (): Promise<string[]> => readdir(directory).catch(() => [])

  /** Renames a file; does nothing if it was renamed already. Returns its size. */
  const give = async (from: string, to: string): Promise<number> => {
    const sizeGb = (await sizeOf(from)) ?? (await sizeOf(to))
    if (sizeGb === undefined) throw new Error(`there is no file ${from}`)
    if ((await sizeOf(from)) !== undefined) await rename(from, to)
    return sizeGb
  }
  /** Renames a released file; does nothing if it was never adopted, or is released already. */
  const letGo = async (from: string, name: () => string): Promise<void> => {
    if ((await sizeOf(from)) !== undefined) await rename(from, name())
  }
  const named = (name: string, allowed: RegExp): string => {
    if (!allowed.test(name) || unfinished.test(name))
      throw new Error(`${JSON.stringify(name)} names no file of this back end`)
    return join(directory, name)
  }

  return {
    listVolumes: async () => {
      const found: Existing[] = []
      for (const name of await names()) {
        if (!volumeName.test(name) || unfinished.test(name)) continue
        const sizeGb = await sizeOf(join(directory, name))
        const id = ownVolume.exec(name)?.[1]
        if (sizeGb !== undefined) found.push({ name, sizeGb, ...(id === undefined ? {} : { id }) })
      }
      return found
    },
    adoptVolume: async (id, name) => {
      const [from, path] = [named(name, volumeName), files.volume(id)]
      const sizeGb = await give(from, path)
      // A file that already has a volume's name replaces another volume (at the end of a migration) while a guest may use it.
      if (from !== path && ownVolume.test(name)) await keepFormerName(from, path)
      await renamed(from, path)
      await growFile(path, sizeGb)
      return { sizeGb }
    },
    releaseVolume: async (id, name) => {
      await dropFormerName(files.volume(id))
      if (name !== undefined) await letGo(files.volume(id), () => named(name, volumeName))
    },
    listSnapshots: async () => {
      const found: ExistingSnapshot[] = []
      for (const name of await names()) {
        const id = ownSnapshot.exec(name)?.[1]
        const volumeId = foreignSnapshot.exec(name)?.[1]
        const sizeGb = (id ?? volumeId) ? await sizeOf(join(directory, name)) : undefined
        if (sizeGb === undefined) continue
        found.push({ name, sizeGb, ...(id ? { id } : {}), ...(volumeId ? { volumeId } : {}) })
      }
      return found
    },
    adoptSnapshot: async (id, volumeId, asked) => {
      const released = shortName.exec(asked)?.[1]
      const name = released === undefined ? asked : releasedName(volumeId, released)
      if (foreignSnapshot.exec(name)?.[1] !== volumeId)
        throw new Error(`${JSON.stringify(name)} is no snapshot of volume ${volumeId}`)
      await give(join(directory, name), files.snapshot(id))
    },
    releaseSnapshot: async (id, volumeId, name = releasedName(volumeId, id)) => {
      await letGo(files.snapshot(id), () => named(name, foreignSnapshot))
    },
  }
}
