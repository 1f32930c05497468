import type { ImageBytes } from '@nimbo/image-format/image-bytes'

/** A partition of a disk, in bytes, with the number that Linux gives it. */
export interface Partition {
  readonly number: number
  readonly offset: number
}

const sectorBytes = 512
const bootSignature = 0xaa55
const recordsAt = 446
const recordBytes = 16
const primaries = [1, 2, 3, 4] as const

const protective = 0xee
const extended: ReadonlySet<number> = new Set([0x05, 0x0f, 0x85])
/** More logical partitions than Linux knows on a disk are a loop. */
const mostLogical = 60
const mostGptEntries = 1024
const gptEntryBytes = { least: 128, most: 4096 } as const

interface MbrRecord {
  readonly type: number
  readonly firstSector: number
}

const mbrRecords = async (bytes: ImageBytes, sector: number): Promise<readonly MbrRecord[]> => {
  const block = await bytes.read(sector * sectorBytes, sectorBytes)
  if (block.length < sectorBytes || block.readUInt16LE(sectorBytes - 2) !== bootSignature) return []
  return primaries.map((_, index) => {
    const at = recordsAt + index * recordBytes
    return { type: block.readUInt8(at + 4), firstSector: block.readUInt32LE(at + 8) }
  })
}

/** The chain of logical partitions: each link names a partition, relative to itself, and the next link, relative to the first. */
const logicalPartitions = async (bytes: ImageBytes, first: number): Promise<readonly Partition[]> => {
  const found: Partition[] = []
  let link = first
  for (let index = 0; index < mostLogical; index += 1) {
    const [own, next] = await mbrRecords(bytes, link)
    if (own !== undefined && own.type !== 0)
      found.push({ number: primaries.length + 1 + index, offset: (link + own.firstSector) * sectorBytes })
    if (next === undefined || !extended.has(next.type)) break
    link = first + next.firstSector
  }
  return found
}

const gptPartitions = async (bytes: ImageBytes): Promise<readonly Partition[]> => {
  const header = await bytes.read(sectorBytes, sectorBytes)
  if (header.toString('latin1', 0, 8) !== 'EFI PART') return []
  const entriesAt = Number(header.readBigUInt64LE(72)) * sectorBytes
  const count = Math.min(header.readUInt32LE(80), mostGptEntries)
  const length = header.readUInt32LE(84)
  if (length < gptEntryBytes.least || length > gptEntryBytes.most) return []
  const entries = await bytes.read(entriesAt, count * length)
  const found: Partition[] = []
  for (let at = 0; at + gptEntryBytes.least <= entries.length; at += length) {
    const isUsed = entries.subarray(at, at + 16).some((byte) => byte !== 0)
    const offset = Number(entries.readBigUInt64LE(at + 32)) * sectorBytes
    if (isUsed) found.push({ number: at / length + 1, offset })
  }
  return found
}

/** The partitions of a disk with a GUID partition table or an MBR; none of a disk without. */
export const partitionsOf = async (bytes: ImageBytes): Promise<readonly Partition[]> => {
  const records = await mbrRecords(bytes, 0)
  if (records.some(({ type }) => type === protective)) return gptPartitions(bytes)
  const found: Partition[] = []
  for (const [index, { type, firstSector }] of records.entries()) {
    if (extended.has(type)) found.push(...(await logicalPartitions(bytes, firstSector)))
    else if (type !== 0) found.push({ number: index + 1, offset: firstSector * sectorBytes })
  }
  return found
}
