import { bothEndian16, bothEndian32, descriptorDate, noDate, sectorSize, ucs2 } from './fields.ts'

export interface VolumeFacts {
  readonly volumeId: string
  readonly sectors: number
  readonly pathTableSize: number
  readonly littlePathTable: number
  readonly bigPathTable: number
  /** The root's own directory record, 34 bytes, without system use. */
  readonly rootRecord: Buffer
  readonly modifiedAt: Date
}

type Encoding = 'primary' | 'joliet'

/** A primary descriptor, or Joliet's supplementary one: the same fields, with text in UCS-2 (ECMA-119, 8.4 and 8.5). */
export const volumeDescriptor = (encoding: Encoding, facts: VolumeFacts): Buffer => {
  const bytes = header(encoding === 'primary' ? 1 : 2)
  const put = (offset: number, field: Buffer) => field.copy(bytes, offset)
  const putText = (offset: number, size: number, text: string) => put(offset, padded(encoding, text, size))
  putText(8, 32, '')
  putText(40, 32, facts.volumeId)
  put(80, bothEndian32(facts.sectors))
  if (encoding === 'joliet') put(88, Buffer.from('%/E', 'latin1'))
  put(120, bothEndian16(1))
  put(124, bothEndian16(1))
  put(128, bothEndian16(sectorSize))
  put(132, bothEndian32(facts.pathTableSize))
  bytes.writeUInt32LE(facts.littlePathTable, 140)
  bytes.writeUInt32BE(facts.bigPathTable, 148)
  put(156, facts.rootRecord)
  for (const offset of [190, 318, 446, 574]) putText(offset, 128, '')
  for (const offset of [702, 739, 776]) putText(offset, 37, '')
  for (const offset of [813, 830]) put(offset, descriptorDate(facts.modifiedAt))
  for (const offset of [847, 864]) put(offset, noDate)
  bytes[881] = 1
  return bytes
}

export const setTerminator = (): Buffer => header(255)

const header = (type: number): Buffer => {
  const bytes = Buffer.alloc(sectorSize)
  bytes[0] = type
  bytes.write('CD001', 1, 'latin1')
  bytes[6] = 1
  return bytes
}

const padded = (encoding: Encoding, text: string, size: number): Buffer => {
  if (encoding === 'primary') return Buffer.from(text.padEnd(size), 'latin1')
  const units = Math.floor(size / 2)
  return Buffer.concat([ucs2(text.padEnd(units)), Buffer.alloc(size % 2)])
}
