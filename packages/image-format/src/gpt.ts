import { unsafe } from './errors.ts'
import { type ImageBytes, readWithin } from './image-bytes.ts'

const partitionsAt = 446
const partitionBytes = 16
const protective = 0xee

interface Partition {
  readonly bootFlag: number
  readonly type: number
  readonly firstSector: number
}

/**
 * Checks the protective MBR of a disk with a GUID partition table: one partition that covers the disk. With any other, two
 * programs could interpret the disk differently.
 */
export const requireProtectiveRecord = async (bytes: ImageBytes): Promise<void> => {
  const record = await readWithin(bytes, 'its boot record', { offset: 0, length: 512 })
  const partitions = [0, 1, 2, 3].map((index): Partition => {
    const at = partitionsAt + index * partitionBytes
    return {
      bootFlag: record.readUInt8(at),
      type: record.readUInt8(at + 4),
      firstSector: record.readUInt32LE(at + 8),
    }
  })
  if (partitions.some(({ bootFlag }) => bootFlag !== 0 && bootFlag !== 0x80))
    throw unsafe('its boot record has an invalid boot flag')
  const [first, ...others] = partitions
  if (first?.type !== protective || first.firstSector !== 1)
    throw unsafe('its boot record does not protect the partition table')
  if (others.some(({ type }) => type !== 0)) throw unsafe('its boot record has partitions of its own')
}
