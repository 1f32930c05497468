/** The size of a logical block, and the unit of every location in the image. */
export const sectorSize = 2048

export const sectorsFor = (bytes: number): number => Math.ceil(bytes / sectorSize)

/** A number as ISO 9660 stores it for every machine: little-endian, then big-endian (8 bytes). */
export const bothEndian32 = (value: number): Buffer => {
  const field = Buffer.alloc(8)
  field.writeUInt32LE(value, 0)
  field.writeUInt32BE(value, 4)
  return field
}

/** As {@link bothEndian32}, in 4 bytes. */
export const bothEndian16 = (value: number): Buffer => {
  const field = Buffer.alloc(4)
  field.writeUInt16LE(value, 0)
  field.writeUInt16BE(value, 2)
  return field
}

/** The seven-byte instant of a directory record, in UTC. */
export const recordDate = (instant: Date): Buffer =>
  Buffer.from([
    instant.getUTCFullYear() - 1900,
    instant.getUTCMonth() + 1,
    instant.getUTCDate(),
    instant.getUTCHours(),
    instant.getUTCMinutes(),
    instant.getUTCSeconds(),
    0,
  ])

/** The seventeen-byte instant of a volume descriptor: sixteen digits and the offset from UTC (none). */
export const descriptorDate = (instant: Date): Buffer => {
  const digits = instant.toISOString().replace(/\D/g, '').slice(0, 16)
  return Buffer.concat([Buffer.from(digits, 'latin1'), Buffer.alloc(1)])
}

/** The date field that says "not given". */
export const noDate = Buffer.concat([Buffer.alloc(16, '0'), Buffer.alloc(1)])

/** Text in UCS-2, big-endian, as Joliet wants it. */
export const ucs2 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
