import type { KeyObject } from 'node:crypto'

const lengthPrefixed = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** A positive number in SSH's form: a leading zero byte keeps the top bit from reading as a sign. */
const mpint = (base64url: string): Buffer => {
  const bytes = Buffer.from(base64url, 'base64url')
  return lengthPrefixed((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** An RSA public key on one line, as `authorized_keys` has it (RFC 4253, section 6.6). */
export const sshPublicKey = (key: KeyObject): string => {
  const { e = '', n = '' } = key.export({ format: 'jwk' })
  const blob = Buffer.concat([lengthPrefixed(Buffer.from('ssh-rsa')), mpint(e), mpint(n)])
  return `ssh-rsa ${blob.toString('base64')} Generated-by-Nimbo`
}
