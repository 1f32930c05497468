import { unsafe } from './errors.ts'
import { type ImageBytes, readWithin, requireWithin } from './image-bytes.ts'

/** A range of the file. */
export interface Span {
  readonly offset: number
  readonly length: number
}

/** The relevant fields of a qcow2 header. */
export interface Qcow2Header {
  readonly virtualSize: number
  readonly clusterBytes: number
  /** Extended L2 entries are twice as long and describe subclusters. */
  readonly extendedL2: boolean
  readonly l1: Span
  readonly refcounts: Span
  readonly snapshots: { readonly offset: number; readonly count: number }
}

const oldHeaderBytes = 72
const newHeaderBytes = 104

/** Incompatible features: some are about clusters, one marks corruption, one an external data file. */
const dirty = 1n << 0n
const corrupt = 1n << 1n
const externalData = 1n << 2n
const compression = 1n << 3n
const extendedL2 = 1n << 4n
const harmless = dirty | compression | extendedL2

/** Header extensions that name a file or need a key. */
const refusedExtensions: ReadonlyMap<number, string> = new Map([
  [0x44415441, 'it has an external data file'],
  [0x0537be77, 'it is encrypted'],
])

/** Reads the header, and refuses an image that refers to other files. */
export const readQcow2Header = async (bytes: ImageBytes): Promise<Qcow2Header> => {
  const old = await readWithin(bytes, 'the qcow2 header', { offset: 0, length: oldHeaderBytes })
  const version = old.readUInt32BE(4)
  if (version !== 2 && version !== 3) throw unsafe(`qcow version ${version} is not known`)
  if (old.readBigUInt64BE(8) !== 0n || old.readUInt32BE(16) !== 0) throw unsafe('it has a backing file')
  if (old.readUInt32BE(32) !== 0) throw unsafe('it is encrypted')
  const clusterBits = old.readUInt32BE(20)
  if (clusterBits < 9 || clusterBits > 21) throw unsafe(`clusters of 2^${clusterBits} bytes are not known`)
  const clusterBytes = 2 ** clusterBits
  const { headerBytes, isExtendedL2 } = version === 3 ? await readNewHeader(bytes) : oldHeader
  if (headerBytes > clusterBytes) throw unsafe('its header is longer than a cluster')
  await refuseExtensions(bytes, { offset: headerBytes, length: clusterBytes - headerBytes })
  return {
    virtualSize: Number(old.readBigUInt64BE(24)),
    clusterBytes,
    extendedL2: isExtendedL2,
    l1: { offset: Number(old.readBigUInt64BE(40)), length: old.readUInt32BE(36) * 8 },
    refcounts: {
      offset: Number(old.readBigUInt64BE(48)),
      length: old.readUInt32BE(56) * clusterBytes,
    },
    snapshots: { offset: Number(old.readBigUInt64BE(64)), count: old.readUInt32BE(60) },
  }
}

const oldHeader = { headerBytes: oldHeaderBytes, isExtendedL2: false }

/** Fields of version 3. */
const readNewHeader = async (bytes: ImageBytes) => {
  const header = await readWithin(bytes, 'the qcow2 header', { offset: 0, length: newHeaderBytes })
  const incompatible = header.readBigUInt64BE(72)
  if ((incompatible & externalData) !== 0n) throw unsafe('it has an external data file')
  if ((incompatible & corrupt) !== 0n) throw unsafe('it says that it is corrupt')
  if ((incompatible & ~harmless) !== 0n) throw unsafe('it has features that are not known')
  const headerBytes = header.readUInt32BE(100)
  if (headerBytes < newHeaderBytes || headerBytes % 8 !== 0)
    throw unsafe(`a header of ${headerBytes} bytes is not known`)
  requireWithin(bytes, 'the qcow2 header', { offset: 0, length: headerBytes })
  return { headerBytes, isExtendedL2: (incompatible & extendedL2) !== 0n }
}

/** Reads the header extensions up to their end mark or the end of the first cluster. */
const refuseExtensions = async (bytes: ImageBytes, { offset, length }: Span): Promise<void> => {
  const list = await bytes.read(offset, length)
  for (let at = 0; at + 8 <= list.length; ) {
    const type = list.readUInt32BE(at)
    if (type === 0) return
    const refusal = refusedExtensions.get(type)
    if (refusal !== undefined) throw unsafe(refusal)
    at += 8 + Math.ceil(list.readUInt32BE(at + 4) / 8) * 8
  }
}
