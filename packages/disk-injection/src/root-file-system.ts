import { bytesOfFile } from '@nimbo/image-format/image-bytes'
import { debugfs, type FileSystemAt } from './debugfs.ts'
import { notInjected } from './errors.ts'
import { extSuperblock } from './ext-superblock.ts'
import { type GuestFiles, guestFiles } from './guest-files.ts'
import { partitionsOf } from './partitions.ts'

/** Where the root file system is: a partition by its number from 1, `whole` disk, or `found` on the disk. */
export type RootPlace = number | 'whole' | 'found'

type Disk = Omit<FileSystemAt, 'offset'>

const whole = { number: 0, offset: 0 } as const

const looksLikeRoot = async (files: GuestFiles): Promise<boolean> => {
  if (!(await files.hasDirectory('/etc'))) return false
  for (const path of ['/bin', '/usr', '/sbin']) if (await files.hasDirectory(path)) return true
  return false
}

/** Opens the file system at an offset; undefined when it is none of ext2, ext3 and ext4. */
const openAt = async (disk: Disk, offset: number): Promise<GuestFiles | undefined> => {
  const superblock = await extSuperblock(await bytesOfFile(disk.disk), offset)
  if (superblock === undefined) return undefined
  const requests = debugfs({ ...disk, offset })
  // A guest would replay the journal over what is written here.
  if (superblock.needsRecovery) await requests.change('journal_run')
  return guestFiles(requests)
}

const openPartition = async (disk: Disk, place: number | 'whole'): Promise<GuestFiles> => {
  const partitions = place === 'whole' ? [whole] : await partitionsOf(await bytesOfFile(disk.disk))
  const partition = place === 'whole' ? whole : partitions.find(({ number }) => number === place)
  if (partition === undefined) throw notInjected(`its image has no partition ${place}`)
  const files = await openAt(disk, partition.offset)
  if (files !== undefined) return files
  const where = place === 'whole' ? 'its image' : `partition ${place} of its image`
  throw notInjected(`the file system of ${where} is not ext2, ext3 or ext4`)
}

/** Opens the root file system of a disk. Throws when it is not ext2, ext3 or ext4, or when there is not exactly one to find. */
export const rootFileSystem = async (disk: Disk, place: RootPlace): Promise<GuestFiles> => {
  if (place !== 'found') return openPartition(disk, place)
  const roots: GuestFiles[] = []
  for (const { offset } of [whole, ...(await partitionsOf(await bytesOfFile(disk.disk)))]) {
    const files = await openAt(disk, offset)
    if (files !== undefined && (await looksLikeRoot(files))) roots.push(files)
  }
  const [root, another] = roots
  if (root === undefined)
    throw notInjected('its image has no root file system of Linux with ext2, ext3 or ext4')
  if (another !== undefined) throw notInjected('its image has several root file systems')
  return root
}
