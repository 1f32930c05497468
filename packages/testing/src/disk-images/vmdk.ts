const sector = 512
const directorySector = 21
const tableSector = 22
const tableEntries = 512
const grainSectors = 128
const firstGrainSector = 128

/** The properties of a VMDK file; the default is a monolithicSparse one with 1 MiB and one grain of data. */
export interface WantedVmdk {
  readonly createType?: string
  readonly sectors?: number
  /** The number of sectors in the header, if different from the descriptor. */
  readonly capacity?: bigint
  /** The extent lines of the descriptor. */
  readonly extents?: readonly string[]
  /** Further lines of the descriptor. */
  readonly lines?: readonly string[]
  /** Whether a footer contains the offset of the grain directory. */
  readonly footer?: boolean
  /** The number of sectors in the footer, if different from the header. */
  readonly footerCapacity?: bigint
  readonly grainTable?: number
}

/** A VMDK descriptor, which is a separate file when extents are other files. */
export const vmdkDescriptor = ({
  createType = 'monolithicSparse',
  sectors = 2048,
  extents = [`RW ${sectors} SPARSE "disk.vmdk"`],
  lines = [],
}: WantedVmdk = {}): Buffer =>
  Buffer.from(
    [
      '# Disk DescriptorFile',
      'version=1',
      'CID=12345678',
      'parentCID=ffffffff',
      `createType="${createType}"`,
      ...lines,
      '',
      '# Extent description',
      ...extents,
      '',
      '# The Disk Data Base',
      '#DDB',
      'ddb.virtualHWVersion = "4"',
      'ddb.geometry.cylinders = "2"',
      'ddb.geometry.heads = "16"',
      'ddb.geometry.sectors = "63"',
      'ddb.adapterType = "ide"',
      '',
    ].join('\n'),
    'latin1',
  )

const header = ({ sectors = 2048, capacity = BigInt(sectors) }: WantedVmdk, directory: bigint): Buffer => {
  const block = Buffer.alloc(sector)
  block.write('KDMV', 0, 'latin1')
  block.writeUInt32LE(1, 4)
  block.writeUInt32LE(1, 8)
  block.writeBigUInt64LE(capacity, 12)
  block.writeBigUInt64LE(BigInt(grainSectors), 20)
  block.writeBigUInt64LE(1n, 28)
  block.writeBigUInt64LE(20n, 36)
  block.writeUInt32LE(tableEntries, 44)
  block.writeBigUInt64LE(directory, 56)
  block.writeBigUInt64LE(BigInt(firstGrainSector), 64)
  block.write('\n \r\n', 73, 'latin1')
  return block
}

const marker = (type: number): Buffer => {
  const block = Buffer.alloc(sector)
  block.writeBigUInt64LE(type === 0 ? 0n : 1n, 0)
  block.writeUInt32LE(type, 12)
  return block
}

/** A VMDK file, valid unless the options make it invalid. */
export const vmdk = (wanted: WantedVmdk = {}): Buffer => {
  const directory = BigInt(directorySector)
  const file = Buffer.alloc((firstGrainSector + grainSectors) * sector)
  header(wanted, wanted.footer ? 2n ** 64n - 1n : directory).copy(file)
  vmdkDescriptor(wanted).copy(file, sector)
  file.writeUInt32LE(wanted.grainTable ?? tableSector, directorySector * sector)
  file.writeUInt32LE(firstGrainSector, tableSector * sector)
  file.fill('g', firstGrainSector * sector)
  if (!wanted.footer) return file
  const footer = header(
    { ...wanted, ...(wanted.footerCapacity ? { capacity: wanted.footerCapacity } : {}) },
    directory,
  )
  return Buffer.concat([file, marker(3), footer, marker(0)])
}
