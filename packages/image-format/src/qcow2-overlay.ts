import { type FileHandle, open } from 'node:fs/promises'

/** A copy-on-write overlay. */
export interface Overlay {
  /** Path and format of the backing image, which is not opened. */
  readonly backingFile: string
  readonly backingFormat: 'raw' | 'qcow2'
  /** In bytes, rounded up to sectors. */
  readonly virtualSize: number
}

const sectorBytes = 512
const clusterBytes = 65_536
/** Bytes of the disk per L1 entry. */
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
  // 16-bit reference counts.
  block.writeUInt32BE(4, 96)
  block.writeUInt32BE(headerBytes, 100)
  block.writeUInt32BE(backingFormatExtension, headerBytes)
  block.writeUInt32BE(backingFormat.length, headerBytes + 4)
  block.write(backingFormat, headerBytes + 8, 'latin1')
  name.copy(block, nameAt)
  return block
}

/** One reference per cluster. */
const refcountBlock = (clusters: number): Buffer => {
  const block = Buffer.alloc(clusters * 2)
  for (let cluster = 0; cluster < clusters; cluster += 1) block.writeUInt16BE(1, cluster * 2)
  return block
}

/**
 * Creates an empty qcow2 overlay like `qemu-img create -b`, readable for its owner only and without opening the backing image.
 * Throws when `path` exists.
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
