import { unsafe } from './errors.ts'
import { type ImageBytes, readWithin } from './image-bytes.ts'
import { type PointerAt, requirePointersWithin } from './walk-table.ts'

const sector = 512
const footerBytes = 512
const dynamicHeaderBytes = 1024
const unused = 0xffffffff
/** 127 GiB in sectors: larger disks have no geometry. */
const mostCylinders = 65_535

const diskTypes = { fixed: 2, dynamic: 3 } as const

const isFooter = (block: Buffer): boolean => block.toString('latin1', 0, 8) === 'conectix'

/**
 * Checks a VHD file: fixed (a disk and a footer) or dynamic with its blocks in this file, but no differencing disk. Resolves to
 * the virtual size.
 */
export const inspectVhd = async (bytes: ImageBytes): Promise<number> => {
  const first = await readWithin(bytes, 'the VHD footer', { offset: 0, length: footerBytes })
  if (isFooter(first)) return inspectDynamic(bytes, first)
  const place = { offset: bytes.size - footerBytes, length: footerBytes }
  const last = await readWithin(bytes, 'the VHD footer', place)
  if (last.readUInt32BE(60) !== diskTypes.fixed)
    throw unsafe('it is not a fixed VHD and does not begin as another')
  const virtualSize = sizeIn(last)
  if (virtualSize + footerBytes > bytes.size) throw unsafe('its disk is larger than the file')
  return virtualSize
}

const inspectDynamic = async (bytes: ImageBytes, footer: Buffer): Promise<number> => {
  if (footer.readUInt32BE(60) !== diskTypes.dynamic)
    throw unsafe(`a VHD of disk type ${footer.readUInt32BE(60)} is not allowed`)
  const place = { offset: Number(footer.readBigUInt64BE(16)), length: dynamicHeaderBytes }
  const header = await readWithin(bytes, 'the VHD header', place)
  if (header.toString('latin1', 0, 8) !== 'cxsparse') throw unsafe('it has no VHD header')
  // The parent's id, name and locators.
  if ([header.subarray(40, 56), header.subarray(64, 768)].some((part) => part.some((byte) => byte !== 0)))
    throw unsafe('it has a parent')
  const virtualSize = sizeIn(footer)
  const [entries, blockBytes] = [header.readUInt32BE(28), header.readUInt32BE(32)]
  if (blockBytes < sector || !Number.isInteger(Math.log2(blockBytes)))
    throw unsafe(`blocks of ${blockBytes} bytes are not known`)
  if (entries * blockBytes < virtualSize) throw unsafe('its block table does not cover the disk')
  await requirePointersWithin(
    bytes,
    { what: 'its block table', offset: Number(header.readBigUInt64BE(16)), entries, entryBytes: 4 },
    blockAt,
    blockBytes,
  )
  return virtualSize
}

const blockAt: PointerAt = (part, at) => {
  const first = part.readUInt32BE(at)
  return first === unused ? undefined : first * sector
}

/** The size in the footer, or by its geometry if that is larger: programs use one or the other. */
const sizeIn = (footer: Buffer): number => {
  const size = Number(footer.readBigUInt64BE(48))
  const cylinders = footer.readUInt16BE(56)
  const geometry = cylinders * footer.readUInt8(58) * footer.readUInt8(59) * sector
  return cylinders === mostCylinders ? size : Math.max(size, geometry)
}
