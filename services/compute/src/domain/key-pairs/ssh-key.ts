import { createHash, generateKeyPair, type KeyObject, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { errors } from '../../errors.ts'

/** MD5 as pairs of hex digits, the format of Nova and old OpenSSH. */
const colonHex = (bytes: Uint8Array, algorithm: 'md5' | 'sha1'): string =>
  (createHash(algorithm).update(bytes).digest('hex').match(/../g) ?? []).join(':')

/** A length-prefixed string (RFC 4251). */
const sshString = (value: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(value as Uint8Array)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const keyTypes =
  /^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-nistp(256|384|521)|sk-(ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/

/** The fingerprint of an OpenSSH public key. Throws `KeyPairInvalid` for invalid text. */
export const sshFingerprint = (publicKey: string): string => {
  const [type = '', encoded = ''] = publicKey.trim().split(/\s+/)
  const blob = Buffer.from(encoded, 'base64')
  const named = blob.length >= 4 ? blob.subarray(4, 4 + blob.readUInt32BE(0)).toString('latin1') : ''
  if (!keyTypes.test(type) || named !== type)
    throw errors.KeyPairInvalid({ reason: 'failed to generate fingerprint' })
  return colonHex(blob, 'md5')
}

/** The SHA-1 fingerprint of a PEM certificate. Throws `KeyPairInvalid` for invalid text. */
export const certificateFingerprint = (certificate: string): string => {
  try {
    return colonHex(new X509Certificate(certificate).raw, 'sha1')
  } catch (cause) {
    throw errors.KeyPairInvalid({ reason: 'failed to generate X509 fingerprint' }, { cause })
  }
}

/** A positive number (RFC 4251, mpint): with a leading zero byte if its first bit is set. */
const sshNumber = (bytes: Buffer): Buffer =>
  sshString((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes)

const part = (key: KeyObject, name: 'e' | 'n'): Buffer =>
  Buffer.from(key.export({ format: 'jwk' })[name] ?? '', 'base64url')

const modulusLength = 2048

/** A fresh RSA key pair: the public key in the format of OpenSSH, the private key as unencrypted PEM. */
export const generateSshKey = async (
  comment: string,
): Promise<{ readonly publicKey: string; readonly privateKey: string }> => {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength })
  const type = 'ssh-rsa'
  const blob = Buffer.concat([
    sshString(type),
    sshNumber(part(publicKey, 'e')),
    sshNumber(part(publicKey, 'n')),
  ])
  return {
    publicKey: `${type} ${blob.toString('base64')} ${comment}`,
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  }
}
