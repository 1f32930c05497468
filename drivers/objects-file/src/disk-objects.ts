import { createHash } from 'node:crypto'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ObjectBytes, StoredCopy } from '@nimbo/object-store/driver/object-bytes'
import { fanOut } from './fan-out.ts'
import { fileObjects } from './file-objects.ts'
import { pathOfObject } from './path-of-object.ts'

interface Disk {
  readonly directory: string
  readonly files: ObjectBytes
}

const opened = async (path: string): Promise<Readable | undefined> => {
  try {
    return (await open(path)).createReadStream()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** One copy of a blob on one disk. */
const copyOn = ({ directory, files }: Disk, id: string, isExpected: boolean): StoredCopy => {
  const path = pathOfObject(directory, id)
  return {
    ...{ place: directory, isExpected },
    read: () => opened(path),
    quarantine: async () => {
      const aside = join(directory, 'quarantined', id)
      await mkdir(dirname(aside), { recursive: true, mode: 0o700 })
      await rename(path, aside)
    },
    restoreFrom: async (place) => {
      // Without this check, bytes would be written into the mount point while the disk is not mounted.
      if (!(await isThere(directory))) throw new Error(`${directory} is not there`)
      const data = await opened(pathOfObject(place, id))
      if (data === undefined) throw new Error(`${place} has no copy of ${id}`)
      await files.write(id, data)
    },
    remove: () => files.remove(id),
  }
}

/**
 * Stores the bytes of objects in several directories, each on a disk of its own. `replicas` of them hold a copy of each object;
 * its id determines which. A disk that is missing is replaced by the next one in order. A write fails, and leaves nothing behind,
 * unless more than half of the copies are written. The object auditor creates the missing copies later.
 */
export const diskObjects = ({
  directories,
  replicas,
}: {
  readonly directories: readonly string[]
  readonly replicas: number
}): ObjectBytes => {
  const disks = directories.map((directory): Disk => ({ directory, files: fileObjects({ directory }) }))
  const wanted = Math.min(replicas, disks.length)
  const quorum = Math.floor(wanted / 2) + 1
  const rank = ({ directory }: Disk, id: string): string =>
    createHash('md5').update(directory).update('\0').update(id).digest('hex')
  /** All disks, starting with those that should hold the copies. */
  const ordered = (id: string): readonly Disk[] =>
    disks.toSorted((one, other) => (rank(one, id) < rank(other, id) ? -1 : 1))
  const copies = (id: string): readonly StoredCopy[] =>
    ordered(id).map((disk, place) => copyOn(disk, id, place < wanted))

  const remove = async (id: string): Promise<void> => {
    const away: string[] = []
    for (const { directory, files } of disks)
      if (await isThere(directory)) await files.remove(id)
      else away.push(directory)
    // So that the caller asks again: when the disk is back, it may still have a copy.
    if (away.length > 0) throw new Error(`${away.join(', ')} is not there`)
  }
  const [only, second] = disks
  if (only !== undefined && second === undefined)
    return { ...only.files, remove, copies, places: directories }

  const living = async (id: string): Promise<readonly Disk[]> => {
    const found = await Promise.all(
      ordered(id).map(async (disk) => ((await isThere(disk.directory)) ? [disk] : [])),
    )
    return found.flat().slice(0, wanted)
  }
  return {
    ...{ copies, remove, places: directories },
    write: async (id, data) => {
      const chosen = await living(id)
      const outcomes = await fanOut(
        data,
        chosen.map(
          ({ files }) =>
            (copy) =>
              files.write(id, copy),
        ),
      )
      if (outcomes.filter(({ status }) => status === 'fulfilled').length >= quorum) return
      // A disk that is away may get no copy removed now; the clean-up of uploads without an object tries it again.
      await remove(id).catch(() => {})
      const failed = outcomes.find(({ status }) => status === 'rejected')
      throw failed?.status === 'rejected' ? failed.reason : new Error('too few disks are there')
    },
    read: async (id, range) => {
      let missing: unknown
      for (const { files } of ordered(id))
        try {
          return await files.read(id, range)
        } catch (error) {
          missing = error
        }
      throw missing
    },
  }
}

const isThere = async (directory: string): Promise<boolean> =>
  stat(directory).then(
    (found) => found.isDirectory(),
    () => false,
  )
