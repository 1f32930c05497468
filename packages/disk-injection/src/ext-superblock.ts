import type { ImageBytes } from '@nimbo/image-format/image-bytes'

/** What the superblock of ext2, ext3 or ext4 tells. */
export interface ExtSuperblock {
  /** The journal has changes that are not in the file system yet: it was not unmounted. */
  readonly needsRecovery: boolean
}

const superblock = { at: 1024, bytes: 1024 } as const
const magic = { at: 56, is: 0xef53 } as const
const incompatible = { at: 96, recover: 0x4, journalDevice: 0x8 } as const

/** Reads the superblock of the file system at an offset; undefined for any other file system. */
export const extSuperblock = async (
  bytes: ImageBytes,
  offset: number,
): Promise<ExtSuperblock | undefined> => {
  const block = await bytes.read(offset + superblock.at, superblock.bytes)
  if (block.length < superblock.bytes || block.readUInt16LE(magic.at) !== magic.is) return undefined
  const features = block.readUInt32LE(incompatible.at)
  // The journal of another file system is no file system itself.
  if ((features & incompatible.journalDevice) !== 0) return undefined
  return { needsRecovery: (features & incompatible.recover) !== 0 }
}
