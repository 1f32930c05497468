import { open } from 'node:fs/promises'

const magic = 0x51_46_49_fb
const headerBytes = 20
/** QEMU's own limit. */
const longestName = 1023

/** The file that a qcow2 disk of this host is an overlay on; undefined for other disks. Nothing is read but the name. */
export const backingFileOf = async (path: string): Promise<string | undefined> => {
  await using file = await open(path, 'r')
  const { buffer: header, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
  if (bytesRead < headerBytes || header.readUInt32BE(0) !== magic) return undefined
  const [offset, length] = [Number(header.readBigUInt64BE(8)), header.readUInt32BE(16)]
  if (offset === 0 || length === 0 || length > longestName) return undefined
  const name = await file.read(Buffer.alloc(length), 0, length, offset)
  return name.bytesRead === length ? name.buffer.toString('utf8') : undefined
}
