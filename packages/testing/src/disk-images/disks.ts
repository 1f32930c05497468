const sector = 512

/** A disk with a GUID partition table, and a protective MBR unless `partitions` are given. */
export const gptDisk = (
  partitions: readonly (readonly [flag: number, type: number, first: number])[] = [[0, 0xee, 1]],
) => {
  const disk = mbrDisk(partitions)
  disk.write('EFI PART', sector, 'latin1')
  return disk
}

/** A disk with an MBR; each partition is given by its boot flag, type and first sector. */
export const mbrDisk = (
  partitions: readonly (readonly [flag: number, type: number, first: number])[] = [[0x80, 0x83, 2048]],
): Buffer => {
  const disk = Buffer.alloc(128 * sector)
  for (const [index, [flag, type, first]] of partitions.entries()) {
    const at = 446 + index * 16
    disk.writeUInt8(flag, at)
    disk.writeUInt8(type, at + 4)
    disk.writeUInt32LE(first, at + 8)
    disk.writeUInt32LE(100, at + 12)
  }
  disk.writeUInt16BE(0x55aa, 510)
  return disk
}

/** An ISO 9660 image without files; `before` is the content of its system area, which boot loaders use. */
export const isoDisk = (before: Buffer = Buffer.alloc(0)): Buffer => {
  const disk = Buffer.alloc(40 * 2048)
  before.copy(disk, 0, 0, 32_768)
  disk.write('\x01CD001\x01', 32_768, 'latin1')
  disk.write('\xffCD001\x01', 34_816, 'latin1')
  return disk
}
