import { unsafe } from './errors.ts'
import { type ImageBytes, readWithin } from './image-bytes.ts'

export interface VhdxMetadata {
  readonly virtualSize: number
  readonly blockBytes: number
  readonly sectorBytes: number
}

const tableBytes = 65_536
const entryBytes = 32
const mostEntries = 2047
/** Items are small; a parent locator, which is not, is refused unread. */
const mostItemBytes = 64
const hasParent = 2

const items = {
  parameters: 'caa16737-fa36-4d43-b3b6-33f0aa44e76b',
  virtualSize: '2fa54224-cd1b-4876-b211-5dbed83bf4b8',
  diskId: 'beca12ab-b2e6-4523-93ef-c309e000c746',
  logicalSector: '8141bf1d-a96f-4709-ba47-f233a8faab5f',
  physicalSector: 'cda348c7-445d-4471-9cc9-e9885251c556',
} as const
const known: ReadonlySet<string> = new Set(Object.values(items))
const parentLocator = 'a8d35f2d-b30b-454d-abf7-d3d84834ab0c'

/** A GUID in Microsoft's byte order: the first three numbers are little-endian. */
export const guidAt = (bytes: Buffer, at: number): string =>
  [
    bytes.readUInt32LE(at).toString(16).padStart(8, '0'),
    bytes
      .readUInt16LE(at + 4)
      .toString(16)
      .padStart(4, '0'),
    bytes
      .readUInt16LE(at + 6)
      .toString(16)
      .padStart(4, '0'),
    bytes.toString('hex', at + 8, at + 10),
    bytes.toString('hex', at + 10, at + 16),
  ].join('-')

/** Reads the metadata region, all of whose items must be known; a disk with a parent is refused. */
export const readVhdxMetadata = async (
  bytes: ImageBytes,
  region: { readonly offset: number; readonly length: number },
): Promise<VhdxMetadata> => {
  const table = await readWithin(bytes, 'its metadata', { offset: region.offset, length: tableBytes })
  const count = table.readUInt16LE(10)
  if (table.toString('latin1', 0, 8) !== 'metadata' || count > mostEntries) throw unsafe('it has no metadata')
  const found = new Map<string, Buffer>()
  for (let index = 0; index < count; index += 1) {
    const at = entryBytes * (index + 1)
    const guid = guidAt(table, at)
    if (guid === parentLocator) throw unsafe('it has a parent')
    const [offset, length] = [table.readUInt32LE(at + 16), table.readUInt32LE(at + 20)]
    if (!known.has(guid) || found.has(guid) || length > mostItemBytes)
      throw unsafe(`its metadata ${guid} is not known`)
    found.set(guid, await readWithin(bytes, 'its metadata', { offset: region.offset + offset, length }))
  }
  return metadataOf(found)
}

const metadataOf = (found: ReadonlyMap<string, Buffer>): VhdxMetadata => {
  const item = (guid: string, length: number): Buffer => {
    const value = found.get(guid)
    if (value === undefined || value.length < length) throw unsafe(`its metadata ${guid} is missing`)
    return value
  }
  const parameters = item(items.parameters, 8)
  if ((parameters.readUInt32LE(4) & hasParent) !== 0) throw unsafe('it has a parent')
  const blockBytes = parameters.readUInt32LE(0)
  const sectorBytes = item(items.logicalSector, 4).readUInt32LE(0)
  if (blockBytes < 1024 ** 2 || !Number.isInteger(Math.log2(blockBytes)))
    throw unsafe(`blocks of ${blockBytes} bytes are not known`)
  if (sectorBytes !== 512 && sectorBytes !== 4096)
    throw unsafe(`sectors of ${sectorBytes} bytes are not known`)
  return { virtualSize: Number(item(items.virtualSize, 8).readBigUInt64LE(0)), blockBytes, sectorBytes }
}
