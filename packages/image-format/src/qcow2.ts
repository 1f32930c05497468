import { unsafe } from './errors.ts'
import { type ImageBytes, requireWithin } from './image-bytes.ts'
import { type Qcow2Header, readQcow2Header } from './qcow2-header.ts'
import { type PointerAt, requirePointersWithin, requireTablesWithin } from './walk-table.ts'

/** QEMU refuses longer tables too. */
const mostL1Bytes = 32 * 1024 ** 2
const mostRefcountBytes = 8 * 1024 ** 2
const mostSnapshots = 65_536
/** The minimum size of a snapshot table entry. */
const snapshotBytes = 40

/**
 * Checks a whole qcow2 file: no data in other files, and every table and cluster lies in this file, so that a truncated image is
 * detected. Resolves to the virtual size.
 */
export const inspectQcow2 = async (bytes: ImageBytes): Promise<number> => {
  const header = await readQcow2Header(bytes)
  const { clusterBytes, refcounts, snapshots } = header
  requireTable('its refcount table', refcounts, { clusterBytes, most: mostRefcountBytes })
  await requirePointersWithin(
    bytes,
    { what: 'its refcount table', offset: refcounts.offset, entries: refcounts.length / 8, entryBytes: 8 },
    clusterOf,
  )
  if (snapshots.count > mostSnapshots) throw unsafe(`${snapshots.count} snapshots are too many`)
  requireWithin(bytes, 'its snapshot table', {
    offset: snapshots.count === 0 ? 0 : snapshots.offset,
    length: snapshots.count * snapshotBytes,
  })
  await requireClusters(bytes, header)
  return header.virtualSize
}

const requireTable = (
  what: string,
  { offset, length }: Qcow2Header['l1'],
  { clusterBytes, most }: { readonly clusterBytes: number; readonly most: number },
): void => {
  if (length === 0) throw unsafe(`${what} is missing`)
  if (offset === 0 || offset % clusterBytes !== 0) throw unsafe(`${what} does not begin at a cluster`)
  if (length > most) throw unsafe(`${what} is too long`)
}

/** The L1 table covers the disk, and it, the L2 tables and the data clusters lie in the file. */
const requireClusters = async (bytes: ImageBytes, header: Qcow2Header): Promise<void> => {
  const { clusterBytes, extendedL2, l1, virtualSize } = header
  const entryBytes = extendedL2 ? 16 : 8
  const inL2 = clusterBytes / entryBytes
  if (l1.length / 8 < Math.ceil(virtualSize / (inL2 * clusterBytes)))
    throw unsafe('its L1 table does not cover the disk')
  if (l1.length === 0) return
  requireTable('its L1 table', l1, { clusterBytes, most: mostL1Bytes })
  await requireTablesWithin(bytes, {
    outer: { what: 'its L1 table', offset: l1.offset, entries: l1.length / 8, entryBytes: 8 },
    outerPointer: clusterOf,
    inner: { what: 'an L2 table', entries: inL2, entryBytes },
    innerPointer: dataAt(clusterBytes, extendedL2),
  })
}

/** Bits 9 to 55 of an entry are the cluster's offset; 0 means none. */
const clusterOf: PointerAt = (part, at) => {
  const offset =
    (part.readUInt32BE(at) & 0x00ffffff) * 2 ** 32 + ((part.readUInt32BE(at + 4) & 0xfffffe00) >>> 0)
  return offset === 0 ? undefined : offset
}

const isCompressed = (part: Buffer, at: number): boolean => (part.readUInt8(at) & 0x40) !== 0
/** The cluster reads as zeros, whatever its offset. Extended entries have no such bit. */
const isZero = (part: Buffer, at: number): boolean => (part.readUInt8(at + 7) & 1) !== 0

/** The offset of a data cluster; for a compressed one its width depends on the cluster size. */
const dataAt = (clusterBytes: number, extendedL2: boolean): PointerAt => {
  const highBits = 62 - (Math.log2(clusterBytes) - 8) - 32
  return (part, at) => {
    if (isCompressed(part, at))
      return (part.readUInt32BE(at) & (2 ** highBits - 1)) * 2 ** 32 + part.readUInt32BE(at + 4)
    return !extendedL2 && isZero(part, at) ? undefined : clusterOf(part, at)
  }
}
