import { unsafe } from './errors.ts'
import { type ImageBytes, readWithin, requireWithin } from './image-bytes.ts'
import { guidAt, readVhdxMetadata, type VhdxMetadata } from './vhdx-metadata.ts'
import { type PointerAt, requirePointersWithin } from './walk-table.ts'

const kibibyte = 1024
const mebibyte = 1024 ** 2
const headerOffsets = [64 * kibibyte, 128 * kibibyte] as const
const regionTable = { offset: 192 * kibibyte, length: 64 * kibibyte } as const
const regionBytes = 32
const mostRegions = 2047

const regions = {
  blocks: '2dc27766-f623-4200-9d64-115e9bfd4a08',
  metadata: '8b7ca206-4790-4b9a-b8fe-575f050f886e',
} as const

interface Region {
  readonly offset: number
  readonly length: number
}

/**
 * Checks a VHDX file: its regions and blocks lie in this file, its log is empty, and it has no parent. Resolves to the virtual
 * size.
 */
export const inspectVhdx = async (bytes: ImageBytes): Promise<number> => {
  await requireEmptyLog(bytes)
  const found = await readRegions(bytes)
  const metadata = await readVhdxMetadata(bytes, found.metadata)
  const entries = blockEntries(metadata)
  if (entries * 8 > found.blocks.length) throw unsafe('its block table does not cover the disk')
  await requirePointersWithin(
    bytes,
    { what: 'its block table', offset: found.blocks.offset, entries, entryBytes: 8 },
    blockAt,
    metadata.blockBytes,
  )
  return metadata.virtualSize
}

/** The header with the greater sequence number counts. A pending log would overwrite what is checked here. */
const requireEmptyLog = async (bytes: ImageBytes): Promise<void> => {
  const headers = await Promise.all(
    headerOffsets.map((offset) => readWithin(bytes, 'a VHDX header', { offset, length: 4 * kibibyte })),
  )
  const [current] = headers
    .filter((header) => header.toString('latin1', 0, 4) === 'head')
    .sort((one, other) => Number(other.readBigUInt64LE(8) - one.readBigUInt64LE(8)))
  if (current === undefined) throw unsafe('it has no VHDX header')
  if (current.subarray(48, 64).some((byte) => byte !== 0)) throw unsafe('its log holds what was not written')
}

const readRegions = async (bytes: ImageBytes): Promise<Record<keyof typeof regions, Region>> => {
  const table = await readWithin(bytes, 'its region table', regionTable)
  const count = table.readUInt32LE(8)
  if (table.toString('latin1', 0, 4) !== 'regi' || count > mostRegions) throw unsafe('it has no region table')
  const found = new Map<string, Region>()
  for (let index = 0; index < count; index += 1) {
    const at = 16 + index * regionBytes
    const region = { offset: Number(table.readBigUInt64LE(at + 16)), length: table.readUInt32LE(at + 24) }
    const guid = guidAt(table, at)
    if (!Object.values<string>(regions).includes(guid) || found.has(guid))
      throw unsafe(`its region ${guid} is not known`)
    requireWithin(bytes, 'a region', region)
    found.set(guid, region)
  }
  const [blocks, metadata] = [found.get(regions.blocks), found.get(regions.metadata)]
  if (blocks === undefined || metadata === undefined) throw unsafe('a region is missing')
  return { blocks, metadata }
}

/** Data blocks, with a bitmap block after as many as one bitmap covers. */
const blockEntries = ({ virtualSize, blockBytes, sectorBytes }: VhdxMetadata): number => {
  const blocks = Math.ceil(virtualSize / blockBytes)
  const perBitmap = Math.floor((2 ** 23 * sectorBytes) / blockBytes)
  return blocks + Math.floor(Math.max(0, blocks - 1) / perBitmap)
}

const states = { fullyPresent: 6, partiallyPresent: 7 } as const

/** Bits 0 to 2 are the state, bits 20 to 63 the offset in MiB. */
const blockAt: PointerAt = (part, at) => {
  const state = part.readUInt8(at) & 7
  if (state === states.partiallyPresent) throw unsafe('it has a parent')
  if (state !== states.fullyPresent) return undefined
  return (part.readUInt32LE(at + 4) * 2 ** 12 + (part.readUInt32LE(at) >>> 20)) * mebibyte
}
