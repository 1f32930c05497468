import { unsafe } from './errors.ts'
import { type ImageBytes, readWithin } from './image-bytes.ts'
import { type PointerAt, requirePointersWithin } from './walk-table.ts'

const headerBytes = 512
const knownVersion = 0x00010001
const types = { dynamic: 1, static: 2 } as const
/** Numbers from here on mark blocks that were never written or are zero. */
const firstWithoutData = 0xfffffffe

/** Checks a VDI file: dynamic or static with its blocks in this file, but no differencing image. Resolves to the virtual size. */
export const inspectVdi = async (bytes: ImageBytes): Promise<number> => {
  const header = await readWithin(bytes, 'the VDI header', { offset: 0, length: headerBytes })
  if (header.readUInt32LE(68) !== knownVersion) throw unsafe('its VDI version is not known')
  const type = header.readUInt32LE(76)
  if (type !== types.dynamic && type !== types.static)
    throw unsafe(`a VDI of image type ${type} is not allowed`)
  // The ids of the parent image and of its last change.
  if (header.subarray(424, 456).some((byte) => byte !== 0)) throw unsafe('it has a parent')
  const virtualSize = Number(header.readBigUInt64LE(368))
  const [mapOffset, dataOffset] = [header.readUInt32LE(340), header.readUInt32LE(344)]
  const [blockBytes, entries] = [header.readUInt32LE(376), header.readUInt32LE(384)]
  if (blockBytes < headerBytes || !Number.isInteger(Math.log2(blockBytes)))
    throw unsafe(`blocks of ${blockBytes} bytes are not known`)
  if (entries * blockBytes < virtualSize) throw unsafe('its block map does not cover the disk')
  await requirePointersWithin(
    bytes,
    { what: 'its block map', offset: mapOffset, entries, entryBytes: 4 },
    blockAt(dataOffset, blockBytes),
    blockBytes,
  )
  return virtualSize
}

const blockAt =
  (dataOffset: number, blockBytes: number): PointerAt =>
  (part, at) => {
    const block = part.readUInt32LE(at)
    return block >= firstWithoutData ? undefined : dataOffset + block * blockBytes
  }
