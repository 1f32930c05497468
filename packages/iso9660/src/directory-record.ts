import { bothEndian16, bothEndian32, recordDate } from './fields.ts'

const fixedSize = 33
const directoryFlag = 0x02

interface RecordShape {
  readonly identifier: Buffer
  readonly systemUse: Buffer
}

/** Bytes a record takes. The identifier is padded so that what follows it starts at an even offset. */
export const recordSize = ({ identifier, systemUse }: RecordShape): number => {
  const named = fixedSize + identifier.length + (identifier.length % 2 === 0 ? 1 : 0)
  return even(named + systemUse.length)
}

/** One directory record (ECMA-119, 9.1); `location` is in sectors, `size` in bytes. */
export const directoryRecord = (
  record: RecordShape & {
    readonly location: number
    readonly size: number
    readonly isDirectory: boolean
    readonly modifiedAt: Date
  },
): Buffer => {
  const bytes = Buffer.alloc(recordSize(record))
  const { identifier, systemUse } = record
  bytes[0] = bytes.length
  bothEndian32(record.location).copy(bytes, 2)
  bothEndian32(record.size).copy(bytes, 10)
  recordDate(record.modifiedAt).copy(bytes, 18)
  bytes[25] = record.isDirectory ? directoryFlag : 0
  bothEndian16(1).copy(bytes, 28)
  bytes[32] = identifier.length
  identifier.copy(bytes, fixedSize)
  systemUse.copy(bytes, fixedSize + identifier.length + (identifier.length % 2 === 0 ? 1 : 0))
  return bytes
}

const even = (size: number): number => size + (size % 2)
