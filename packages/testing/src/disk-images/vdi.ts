const dataOffset = 1024
const blockBytes = 1024 ** 2

/** The properties of a VDI file; the default is a dynamic one with 2 MiB whose first half has data. */
export interface WantedVdi {
  /** 1 is dynamic, 2 static, 4 differencing. */
  readonly type?: number
  readonly virtualSize?: bigint
  /** The index in the file of the disk's first block. */
  readonly block?: number
  readonly parent?: Buffer
}

/** A VDI file, valid unless the options make it invalid. */
export const vdi = ({ type = 1, virtualSize = 2n ** 21n, block = 0, parent }: WantedVdi = {}): Buffer => {
  const file = Buffer.alloc(dataOffset + blockBytes, 'd')
  file.fill(0, 0, dataOffset)
  file.write('<<< disk image >>>\n', 0, 'latin1')
  file.writeUInt32LE(0xbeda107f, 64)
  file.writeUInt32LE(0x00010001, 68)
  file.writeUInt32LE(0x180, 72)
  file.writeUInt32LE(type, 76)
  file.writeUInt32LE(512, 340)
  file.writeUInt32LE(dataOffset, 344)
  file.writeUInt32LE(512, 360)
  file.writeBigUInt64LE(virtualSize, 368)
  file.writeUInt32LE(blockBytes, 376)
  file.writeUInt32LE(Number((virtualSize + 1n) / BigInt(blockBytes)), 384)
  file.writeUInt32LE(1, 388)
  file.fill(0xff, 512, dataOffset)
  file.writeUInt32LE(block, 512)
  parent?.copy(file, 424)
  return file
}
