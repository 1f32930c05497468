import { createHash, generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { errors } from '../errors.ts'

/** MD5 in pairs of digits: how Nova and old ssh show a key. */
const colonHex = (bytes: Uint8Array, algorithm: 'md5' | 'sha1'): string =>
  (createHash(algorithm).update(bytes).digest('hex').match(/../g) ?? []).join(':')

/** A length-prefixed string of the SSH protocol. */
const sshString = (value: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(value as Uint8Array)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const keyTypes =
  /^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-nistp(256|384|521)|sk-(ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/

/** Fingerprint of an OpenSSH public key. Throws `KeyPairInvalid` when the text is none. */
export const sshFingerprint = (publicKey: string): string => {
  const [type = '', encoded = ''] = publicKey.trim().split(/\s+/)
  const blob = Buffer.from(encoded, 'base64')
  const named = blob.length >= 4 ? blob.subarray(4, 4 + blob.readUInt32BE(0)).toString('latin1') : ''
  if (!keyTypes.test(type) || named !== type)
    throw errors.KeyPairInvalid({ reason: 'failed to generate fingerprint' })
  return colonHex(blob, 'md5')
}

/** Fingerprint of a PEM certificate, by SHA-1. Throws `KeyPairInvalid` when the text is none. */
export const certificateFingerprint = (certificate: string): string => {
  try {
    return colonHex(new X509Certificate(certificate).raw, 'sha1')
  } catch (cause) {
    throw errors.KeyPairInvalid({ reason: 'failed to generate X509 fingerprint' }, { cause })
  }
}

const rawEd25519 = (key: KeyObject, part: 'x' | 'd'): Buffer =>
  Buffer.from(key.export({ format: 'jwk' })[part] ?? '', 'base64url')

const armour = (body: Buffer): string => {
  const lines = body.toString('base64').match(/.{1,70}/g) ?? []
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n')
}

/** A fresh Ed25519 key pair in OpenSSH's formats; the private key is not encrypted. */
export const generateSshKey = (comment: string): { publicKey: string; privateKey: string } => {
  const pair = generateKeyPairSync('ed25519')
  const open = rawEd25519(pair.publicKey, 'x')
  const secret = rawEd25519(pair.privateKey, 'd')
  const type = 'ssh-ed25519'
  const blob = Buffer.concat([sshString(type), sshString(open)])
  const check = randomBytes(4)
  const inner = Buffer.concat([
    check,
    check,
    blob,
    sshString(Buffer.concat([secret, open])),
    sshString(comment),
  ])
  const blockSize = 8
  const padding = Uint8Array.from(
    { length: (blockSize - (inner.length % blockSize)) % blockSize },
    (_, at) => at + 1,
  )
  const count = Buffer.alloc(4)
  count.writeUInt32BE(1)
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    sshString('none'),
    sshString('none'),
    sshString(''),
    count,
    sshString(blob),
    sshString(Buffer.concat([inner, padding])),
  ])
  return { publicKey: `${type} ${blob.toString('base64')} ${comment}`, privateKey: armour(body) }
}
