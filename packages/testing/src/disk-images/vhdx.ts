const kibibyte = 1024
const mebibyte = 1024 ** 2

const places = { metadata: mebibyte, blocks: 2 * mebibyte, data: 3 * mebibyte } as const

/** The bytes of a GUID in Microsoft's mixed-endian order. */
const guid = (text: string): Buffer => {
  const [one = '', two = '', three = '', four = '', five = ''] = text.split('-')
  const reversed = (part: string): Buffer => Buffer.from(part, 'hex').reverse()
  return Buffer.concat([reversed(one), reversed(two), reversed(three), Buffer.from(four + five, 'hex')])
}

/** The properties of a VHDX file; the default has 1 MiB of data. */
export interface WantedVhdx {
  readonly virtualSize?: bigint
  readonly hasParent?: boolean
  readonly parentLocator?: boolean
  /** Whether its log contains entries that must be replayed. */
  readonly log?: boolean
  /** The offset of its only block in the file, in MiB. */
  readonly block?: number
}

const number = (bytes: 4 | 8, value: bigint): Buffer => {
  const field = Buffer.alloc(bytes)
  if (bytes === 4) field.writeUInt32LE(Number(value))
  else field.writeBigUInt64LE(value)
  return field
}

const metadataItems = ({ virtualSize = 2n ** 20n, hasParent = false, parentLocator = false }: WantedVhdx) => [
  {
    id: 'caa16737-fa36-4d43-b3b6-33f0aa44e76b',
    value: Buffer.concat([number(4, BigInt(mebibyte)), number(4, hasParent ? 2n : 0n)]),
  },
  { id: '2fa54224-cd1b-4876-b211-5dbed83bf4b8', value: number(8, virtualSize) },
  { id: '8141bf1d-a96f-4709-ba47-f233a8faab5f', value: number(4, 512n) },
  { id: 'cda348c7-445d-4471-9cc9-e9885251c556', value: number(4, 512n) },
  { id: 'beca12ab-b2e6-4523-93ef-c309e000c746', value: Buffer.alloc(16, 1) },
  ...(parentLocator ? [{ id: 'a8d35f2d-b30b-454d-abf7-d3d84834ab0c', value: Buffer.alloc(32, 1) }] : []),
]

const writeHeaders = (file: Buffer, log: boolean): void => {
  for (const [index, offset] of [64 * kibibyte, 128 * kibibyte].entries()) {
    file.write('head', offset, 'latin1')
    file.writeBigUInt64LE(BigInt(index + 1), offset + 8)
    // The older header may name a log that has been replayed.
    if (log || index === 0) file.fill(7, offset + 48, offset + 64)
    file.writeUInt16LE(1, offset + 66)
    file.writeUInt32LE(mebibyte, offset + 68)
  }
}

const writeRegions = (file: Buffer): void => {
  const table = 192 * kibibyte
  file.write('regi', table, 'latin1')
  file.writeUInt32LE(2, table + 8)
  for (const [index, [id, offset]] of [
    ['2dc27766-f623-4200-9d64-115e9bfd4a08', places.blocks] as const,
    ['8b7ca206-4790-4b9a-b8fe-575f050f886e', places.metadata] as const,
  ].entries()) {
    const at = table + 16 + index * 32
    guid(id).copy(file, at)
    file.writeBigUInt64LE(BigInt(offset), at + 16)
    file.writeUInt32LE(mebibyte, at + 24)
    file.writeUInt32LE(1, at + 28)
  }
}

const writeMetadata = (file: Buffer, wanted: WantedVhdx): void => {
  const items = metadataItems(wanted)
  file.write('metadata', places.metadata, 'latin1')
  file.writeUInt16LE(items.length, places.metadata + 10)
  let offset = 64 * kibibyte
  for (const [index, { id, value }] of items.entries()) {
    const at = places.metadata + 32 * (index + 1)
    guid(id).copy(file, at)
    file.writeUInt32LE(offset, at + 16)
    file.writeUInt32LE(value.length, at + 20)
    file.writeUInt32LE(4, at + 24)
    value.copy(file, places.metadata + offset)
    offset += value.length
  }
}

/** A VHDX file (without checksums, so that QEMU would reject it), valid unless the options make it invalid. */
export const vhdx = (wanted: WantedVhdx = {}): Buffer => {
  const file = Buffer.alloc(4 * mebibyte)
  file.write('vhdxfile', 0, 'latin1')
  writeHeaders(file, wanted.log ?? false)
  writeRegions(file)
  writeMetadata(file, wanted)
  const fullyPresent = 6n
  file.writeBigUInt64LE((BigInt(wanted.block ?? 3) << 20n) | fullyPresent, places.blocks)
  return file
}
