import { type FileHandle, open } from 'node:fs/promises'

/** A disk that is another's until it is written to. */
export interface Overlay {
  /** Path and format of the image below; neither is looked at. */
  readonly backingFile: string
  readonly backingFormat: 'raw' | 'qcow2'
  /** Bytes; the disk has as many sectors as they begin. */
  readonly virtualSize: number
}

const sectorBytes = 512
const clusterBytes = 65_536
/** Bytes of disk that one entry of the L1 table stands for. */
const bytesPerL1Entry = (clusterBytes / 8) * clusterBytes

const places = { refcounts: 1, refcountBlock: 2, l1: 3 } as const
const headerBytes = 104
const backingFormatExtension = 0xe2792aca

const header = ({ backingFile, backingFormat, virtualSize }: Overlay, l1Entries: number): Buffer => {
  const name = Buffer.from(backingFile)
  const nameAt = headerBytes + 24
  const block = Buffer.alloc(nameAt + name.length)
  block.write('QFI\xfb', 0, 'latin1')
  block.writeUInt32BE(3, 4)
  block.writeBigUInt64BE(BigInt(nameAt), 8)
  block.writeUInt32BE(name.length, 16)
  block.writeUInt32BE(Math.log2(clusterBytes), 20)
  block.writeBigUInt64BE(BigInt(Math.ceil(virtualSize / sectorBytes) * sectorBytes), 24)
  block.writeUInt32BE(l1Entries, 36)
  block.writeBigUInt64BE(BigInt(places.l1 * clusterBytes), 40)
  block.writeBigUInt64BE(BigInt(places.refcounts * clusterBytes), 48)
  block.writeUInt32BE(1, 56)
  // Two bytes a reference count.
  block.writeUInt32BE(4, 96)
  block.writeUInt32BE(headerBytes, 100)
  block.writeUInt32BE(backingFormatExtension, headerBytes)
  block.writeUInt32BE(backingFormat.length, headerBytes + 4)
  block.write(backingFormat, headerBytes + 8, 'latin1')
  name.copy(block, nameAt)
  return block
}

/** One reference for each cluster there is. */
const refcountBlock = (clusters: number): Buffer => {
  const block = Buffer.alloc(clusters * 2)
  for (let cluster = 0; cluster < clusters; cluster += 1) block.writeUInt16BE(1, cluster * 2)
  return block
}

/**
 * Makes a qcow2 file with nothing of its own, as `qemu-img create -b` would: for its owner alone, and without opening the image
 * below. Throws when something stands at `path`.
 */
export const makeOverlay = async (path: string, overlay: Overlay): Promise<void> => {
  const l1Entries = Math.ceil(overlay.virtualSize / bytesPerL1Entry)
  const clusters = places.l1 + Math.ceil((l1Entries * 8) / clusterBytes)
  await using file = await open(path, 'wx', 0o600)
  await file.truncate(clusters * clusterBytes)
  await writeAt(file, 0, header(overlay, l1Entries))
  const table = Buffer.alloc(8)
  table.writeBigUInt64BE(BigInt(places.refcountBlock * clusterBytes))
  await writeAt(file, places.refcounts, table)
  await writeAt(file, places.refcountBlock, refcountBlock(clusters))
}

const writeAt = async (file: FileHandle, cluster: number, bytes: Buffer): Promise<void> => {
  await file.write(bytes, 0, bytes.length, cluster * clusterBytes)
}
