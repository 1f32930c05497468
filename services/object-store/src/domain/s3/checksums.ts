import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { crc64nvme } from './crc64nvme.ts'

/** An incremental digest or checksum. */
export interface Checksum {
  update(bytes: Uint8Array): void
  base64(): string
}

/** Castagnoli's polynomial (CRC-32C), bit-reversed. */
const castagnoli = 0x82_f6_3b_78

const table = (): Uint32Array =>
  Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ castagnoli : value >>> 1
    return value
  })

const inBase64 = (value: number): string => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes.toString('base64')
}

const crc32Checksum = (): Checksum => {
  let value = 0
  return {
    update: (bytes) => {
      value = crc32(bytes, value)
    },
    base64: () => inBase64(value),
  }
}

const crc32cChecksum = (): Checksum => {
  const steps = table()
  let value = 0xff_ff_ff_ff
  return {
    update: (bytes) => {
      for (const byte of bytes) value = (steps[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
    },
    base64: () => inBase64(value ^ 0xff_ff_ff_ff),
  }
}

const digest = (algorithm: 'sha1' | 'sha256') => (): Checksum => {
  const hash = createHash(algorithm)
  return { update: (bytes) => void hash.update(bytes), base64: () => hash.digest('base64') }
}

/** Checksum algorithms, keyed by the header or trailer that contains the value. */
export const checksums: Readonly<Record<string, () => Checksum>> = {
  'x-amz-checksum-crc32': crc32Checksum,
  'x-amz-checksum-crc32c': crc32cChecksum,
  'x-amz-checksum-crc64nvme': crc64nvme,
  'x-amz-checksum-sha1': digest('sha1'),
  'x-amz-checksum-sha256': digest('sha256'),
}
