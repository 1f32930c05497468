const sector = 512
const blockBytes = 2 * 1024 ** 2

const types = { fixed: 2, dynamic: 3, differencing: 4 } as const

const withChecksum = (block: Buffer, at: number): Buffer => {
  block.writeUInt32BE(~block.reduce((sum, byte) => sum + byte, 0) >>> 0, at)
  return block
}

const footer = (type: keyof typeof types, virtualSize: number): Buffer => {
  const block = Buffer.alloc(sector)
  block.write('conectix', 0, 'latin1')
  block.writeUInt32BE(2, 8)
  block.writeUInt32BE(0x00010000, 12)
  block.writeBigUInt64BE(type === 'fixed' ? 2n ** 64n - 1n : BigInt(sector), 16)
  // Programs that use the size instead of the geometry set this creator.
  block.write('win ', 28, 'latin1')
  block.writeBigUInt64BE(BigInt(virtualSize), 40)
  block.writeBigUInt64BE(BigInt(virtualSize), 48)
  block.writeUInt32BE(types[type], 60)
  return withChecksum(block, 64)
}

/** A fixed VHD: a disk followed by its footer. */
export const fixedVhd = (disk: Buffer = Buffer.alloc(1024 ** 2, 'f')): Buffer =>
  Buffer.concat([disk, footer('fixed', disk.length)])

/** The properties of a VHD with a block allocation table; the default is a dynamic one with 2 MiB and its block. */
export interface WantedVhd {
  readonly type?: 'dynamic' | 'differencing'
  readonly virtualSize?: number
  readonly parent?: string
  /** The sector at which its only block starts. */
  readonly block?: number
}

/** A VHD with a block allocation table, valid unless the options make it invalid. */
export const vhd = ({
  type = 'dynamic',
  virtualSize = blockBytes,
  parent,
  block = 4,
}: WantedVhd = {}): Buffer => {
  const header = Buffer.alloc(1024)
  header.write('cxsparse', 0, 'latin1')
  header.writeBigUInt64BE(2n ** 64n - 1n, 8)
  header.writeBigUInt64BE(3n * BigInt(sector), 16)
  header.writeUInt32BE(0x00010000, 24)
  header.writeUInt32BE(Math.ceil(virtualSize / blockBytes), 28)
  header.writeUInt32BE(blockBytes, 32)
  if (parent !== undefined) header.write(parent, 64, 'utf16le')
  const table = Buffer.alloc(Math.ceil(((virtualSize / blockBytes) * 4) / sector) * sector, 0xff)
  table.writeUInt32BE(block, 0)
  const ends = footer(type, virtualSize)
  const bitmap = Buffer.alloc(sector, 0xff)
  return Buffer.concat([ends, withChecksum(header, 36), table, bitmap, Buffer.alloc(blockBytes, 'v'), ends])
}
