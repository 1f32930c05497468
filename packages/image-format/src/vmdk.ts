import { unsafe } from './errors.ts'
import { type ImageBytes, readWithin } from './image-bytes.ts'
import { readVmdkDescriptor } from './vmdk-descriptor.ts'
import { type PointerAt, requireTablesWithin } from './walk-table.ts'

const sector = 512
/** The directory of grains is told of at the end of the file, in another header. */
const atEnd = 0xffffffffffffffffn
/** What stands before that header, says what it is, and what stands behind it. */
const footerMarker = 3
const mostDescriptorSectors = 2047
/** As far as QEMU looks for the name of a parent, however long the descriptor says it is. */
const searchedSectors = 20
const mostGrainSectors = 0x200000
const knownTableEntries = 512

/** What QEMU reads of the header, at the beginning or in the footer. */
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
 * Judges a VMDK file: one of the types that keep everything in one file and say so in the same words as its header, with
 * all its tables and grains in this file. Resolves to the size of its disk.
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

/** The types of which the file itself is the only extent. */
export const knownVmdkTypes = ['streamOptimized', 'monolithicSparse'] as const

/** A header without capacity, for one, would have QEMU open the extents that the descriptor names. */
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

/** The footer says the same as the header, but for where the directory is. */
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

/** Entries are numbers of sectors; 0 is none, and 1 a grain of zeros. */
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
