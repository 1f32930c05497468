export const sectorBytes = 512

export interface Partition {
  /** What the partition holds: 0x0e is FAT16, 0x83 a Linux file system. */
  readonly type: number
  readonly bootable: boolean
  readonly firstSector: number
  readonly sectors: number
}

/** The address that means "too far for cylinders": readers then use the sector numbers. */
const noCylinders = Buffer.from([0xfe, 0xff, 0xff])

/** A master boot record: boot code of at most 440 bytes, and up to four primary partitions. */
export const masterBootRecord = (bootCode: Uint8Array, partitions: readonly Partition[]): Buffer => {
  if (bootCode.length > 440) throw new Error(`boot code of ${bootCode.length} bytes does not fit into 440`)
  if (partitions.length > 4) throw new Error(`${partitions.length} partitions do not fit into a boot record`)
  const record = Buffer.alloc(sectorBytes)
  record.set(bootCode, 0)
  partitions.forEach((partition, index) => {
    const at = 446 + 16 * index
    record[at] = partition.bootable ? 0x80 : 0
    noCylinders.copy(record, at + 1)
    record[at + 4] = partition.type
    noCylinders.copy(record, at + 5)
    record.writeUInt32LE(partition.firstSector, at + 8)
    record.writeUInt32LE(partition.sectors, at + 12)
  })
  record.writeUInt16LE(0xaa55, 510)
  return record
}
