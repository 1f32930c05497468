import { unsafe } from './errors.ts'
import { type ImageBytes, readWithin } from './image-bytes.ts'
import { readVmdkDescriptor } from './vmdk-descriptor.ts'
import { type PointerAt, requireTablesWithin } from './walk-table.ts'

const sector = 512
/** The grain directory's offset is in a footer. */
const atEnd = 0xffffffffffffffffn
/** The type of the marker before the footer. */
const footerMarker = 3
const mostDescriptorSectors = 2047
/** How far QEMU searches for a parent's name, whatever length the descriptor claims. */
const searchedSectors = 20
const mostGrainSectors = 0x200000
const knownTableEntries = 512

/** The fields that QEMU reads from header or footer. */
interface Header {
  readonly version: number
  readonly capacity: number
  readonly grainSectors: number
  readonly descriptorOffset: number
  readonly descriptorSectors: number
  readonly tableEntries: number
  readonly directory: bigint
  readonly compression: number
}

const readHeader = (block: Buffer): Header => ({
  version: block.readUInt32LE(4),
  capacity: Number(block.readBigUInt64LE(12)),
  grainSectors: Number(block.readBigUInt64LE(20)),
  descriptorOffset: Number(block.readBigUInt64LE(28)),
  descriptorSectors: Number(block.readBigUInt64LE(36)),
  tableEntries: block.readUInt32LE(44),
  directory: block.readBigUInt64LE(56),
  compression: block.readUInt16LE(77),
})

/**
 * Checks a VMDK file: of a type with everything in one file, with a consistent descriptor, and with all tables and grains in this
 * file. Resolves to the virtual size.
 */
export const inspectVmdk = async (bytes: ImageBytes, allowedTypes: readonly string[]): Promise<number> => {
  const block = await readWithin(bytes, 'the VMDK header', { offset: 0, length: sector })
  if (block.toString('latin1', 0, 4) !== 'KDMV') throw unsafe('it is a VMDK whose data lie in other files')
  const header = readHeader(block)
  requireHeader(header)
  const descriptor = readVmdkDescriptor(await descriptorText(bytes, header))
  if (!isKnownType(descriptor.createType) || !allowedTypes.includes(descriptor.createType))
    throw unsafe(`a VMDK of type ${JSON.stringify(descriptor.createType.slice(0, 64))} is not allowed`)
  if (descriptor.sectors !== header.capacity) throw unsafe('its descriptor and its header differ')
  const directory = header.directory === atEnd ? await directoryInFooter(bytes, header) : header.directory
  await requireGrains(bytes, header, Number(directory) * sector)
  return header.capacity * sector
}

const isKnownType = (type: string): boolean => (knownVmdkTypes as readonly string[]).includes(type)

/** Types whose only extent is the file itself. */
export const knownVmdkTypes = ['streamOptimized', 'monolithicSparse'] as const

/** With a capacity of zero, for example, QEMU would open the extents named by the descriptor. */
const requireHeader = (header: Header): void => {
  const { version, capacity, grainSectors, tableEntries, compression } = header
  if (version < 1 || version > 3) throw unsafe(`VMDK version ${version} is not known`)
  if (capacity === 0 || !Number.isSafeInteger(capacity * sector)) throw unsafe('it says no size of its disk')
  if (grainSectors < 1 || grainSectors > mostGrainSectors || !Number.isInteger(Math.log2(grainSectors)))
    throw unsafe(`grains of ${grainSectors} sectors are not known`)
  if (tableEntries !== knownTableEntries)
    throw unsafe(`grain tables of ${tableEntries} entries are not known`)
  if (compression > 1) throw unsafe(`VMDK compression ${compression} is not known`)
}

const descriptorText = async (
  bytes: ImageBytes,
  { descriptorOffset, descriptorSectors }: Header,
): Promise<string> => {
  if (descriptorOffset !== 1 || descriptorSectors < 1 || descriptorSectors > mostDescriptorSectors)
    throw unsafe('its descriptor is not where it should be')
  const place = { offset: sector, length: descriptorSectors * sector }
  const descriptor = (await readWithin(bytes, 'its descriptor', place)).toString('latin1')
  const searched = (await bytes.read(sector, searchedSectors * sector)).toString('latin1')
  return `${descriptor}\0${searched}`
}

/** The footer equals the header, except for the directory's offset. */
const directoryInFooter = async (bytes: ImageBytes, header: Header): Promise<bigint> => {
  const place = { offset: bytes.size - 3 * sector, length: 3 * sector }
  const end = await readWithin(bytes, 'the VMDK footer', place)
  const block = end.subarray(sector, 2 * sector)
  const footer = readHeader(block)
  if (end.readUInt32LE(12) !== footerMarker || block.toString('latin1', 0, 4) !== 'KDMV')
    throw unsafe('it has no VMDK footer')
  const { directory } = footer
  if (
    Object.entries({ ...header, directory }).some(([name, value]) => footer[name as keyof Header] !== value)
  )
    throw unsafe('its footer and its header differ')
  if (directory === atEnd) throw unsafe('its footer names no directory')
  return directory
}

/** Entries are sector numbers; 0 means none, and 1 a grain of zeros. */
const grainAt: PointerAt = (part, at) => {
  const first = part.readUInt32LE(at)
  return first <= 1 ? undefined : first * sector
}

const requireGrains = (bytes: ImageBytes, header: Header, offset: number): Promise<void> => {
  const { capacity, grainSectors, tableEntries } = header
  return requireTablesWithin(bytes, {
    outer: {
      what: 'its grain directory',
      offset,
      entries: Math.ceil(capacity / (grainSectors * tableEntries)),
      entryBytes: 4,
    },
    outerPointer: grainAt,
    inner: { what: 'a grain table', entries: tableEntries, entryBytes: 4 },
    innerPointer: grainAt,
  })
}
