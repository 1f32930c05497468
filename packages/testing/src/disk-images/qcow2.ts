/** The properties of a qcow2 file; the default is version 3 with 1 MiB and two clusters of data. */
export interface WantedQcow2 {
  readonly version?: 2 | 3
  readonly virtualSize?: bigint
  /** Clusters of data, from the start of the disk. */
  readonly data?: readonly Buffer[]
  readonly backingFile?: string
  readonly incompatible?: bigint
  readonly headerLength?: number
  readonly encryption?: number
  /** Type and content of header extensions. */
  readonly extensions?: readonly (readonly [number, string])[]
  readonly l1Offset?: bigint
  readonly refcountsOffset?: bigint
}

const cluster = 65_536
const copied = 1n << 63n

const places = { refcounts: 1, refcountBlock: 2, l1: 3, l2: 4, data: 5 } as const
const offsetOf = (index: number): bigint => BigInt(index * cluster)

const writeExtensions = (file: Buffer, at: number, extensions: WantedQcow2['extensions'] = []): void => {
  let next = at
  for (const [type, content] of extensions) {
    file.writeUInt32BE(type, next)
    file.writeUInt32BE(content.length, next + 4)
    file.write(content, next + 8, 'latin1')
    next += 8 + Math.ceil(content.length / 8) * 8
  }
}

interface L1Table {
  readonly entries: number
  readonly cluster: number
}

const writeHeader = (file: Buffer, wanted: WantedQcow2, l1: L1Table): void => {
  const { version = 3, virtualSize = 2n ** 20n, backingFile } = wanted
  file.write('QFI\xfb', 0, 'latin1')
  file.writeUInt32BE(version, 4)
  if (backingFile !== undefined) {
    file.writeBigUInt64BE(1024n, 8)
    file.writeUInt32BE(backingFile.length, 16)
    file.write(backingFile, 1024, 'latin1')
  }
  file.writeUInt32BE(16, 20)
  file.writeBigUInt64BE(virtualSize, 24)
  file.writeUInt32BE(wanted.encryption ?? 0, 32)
  file.writeUInt32BE(l1.entries, 36)
  file.writeBigUInt64BE(wanted.l1Offset ?? offsetOf(l1.cluster), 40)
  file.writeBigUInt64BE(wanted.refcountsOffset ?? offsetOf(places.refcounts), 48)
  file.writeUInt32BE(1, 56)
  if (version === 2) {
    writeExtensions(file, 72, wanted.extensions)
    return
  }
  file.writeBigUInt64BE(wanted.incompatible ?? 0n, 72)
  file.writeUInt32BE(4, 96)
  file.writeUInt32BE(wanted.headerLength ?? 104, 100)
  writeExtensions(file, wanted.headerLength ?? 104, wanted.extensions)
}

/** A qcow2 file, valid unless `wanted` makes it invalid. */
export const qcow2 = (wanted: WantedQcow2 = {}): Buffer => {
  const { virtualSize = 2n ** 20n, data = [Buffer.alloc(cluster, 'a'), Buffer.alloc(cluster, 'b')] } = wanted
  const entries = Number((virtualSize + 2n ** 29n - 1n) / 2n ** 29n)
  const behindData = places.data + data.length
  // An L1 table longer than a cluster is at the end.
  const l1 = { entries, cluster: entries * 8 > cluster ? behindData : places.l1 }
  const used = behindData + Math.ceil((entries * 8) / cluster)
  const file = Buffer.alloc(l1.cluster === places.l1 ? behindData * cluster : used * cluster)
  writeHeader(file, wanted, l1)
  file.writeBigUInt64BE(offsetOf(places.refcountBlock), places.refcounts * cluster)
  for (let index = 0; index < used; index += 1)
    file.writeUInt16BE(1, places.refcountBlock * cluster + index * 2)
  file.writeBigUInt64BE(offsetOf(places.l2) | copied, l1.cluster * cluster)
  for (const [index, content] of data.entries()) {
    file.writeBigUInt64BE(offsetOf(places.data + index) | copied, places.l2 * cluster + index * 8)
    content.copy(file, (places.data + index) * cluster)
  }
  return file
}
