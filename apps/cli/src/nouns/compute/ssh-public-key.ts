import type { KeyObject } from 'node:crypto'

const lengthPrefixed = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** A positive integer as an SSH `mpint`: a leading zero byte prevents the top bit from being read as a sign. */
const mpint = (base64url: string): Buffer => {
  const bytes = Buffer.from(base64url, 'base64url')
  return lengthPrefixed((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** Formats an RSA public key as a line of `authorized_keys` (RFC 4253, section 6.6). */
export const sshPublicKey = (key: KeyObject): string => {
  const { e = '', n = '' } = key.export({ format: 'jwk' })
  const blob = Buffer.concat([lengthPrefixed(Buffer.from('ssh-rsa')), mpint(e), mpint(n)])
  return `ssh-rsa ${blob.toString('base64')} Generated-by-Nimbo`
}
