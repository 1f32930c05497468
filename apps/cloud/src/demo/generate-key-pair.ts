import { generateKeyPair as generate } from 'node:crypto'
import { promisify } from 'node:util'

/** Prefixes each part with its length, as in the SSH wire format (RFC 4251). */
const sshString = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Converts an integer of a JSON Web Key to an SSH `mpint`, with a leading zero byte when the highest bit is set (RFC 4251). */
const sshInteger = (base64url: string): Buffer => {
  const bytes = Buffer.from(base64url, 'base64url')
  return sshString((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes)
}

/**
 * Generates an RSA key pair: the public key in `authorized_keys` format, the private key in PEM, which every version of ssh
 * reads.
 */
export const generateKeyPair = async (): Promise<{ publicKey: string; privateKey: string }> => {
  const { publicKey, privateKey } = await promisify(generate)('rsa', { modulusLength: 2048 })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const blob = Buffer.concat([sshString(Buffer.from('ssh-rsa')), sshInteger(e), sshInteger(n)])
  return {
    publicKey: `ssh-rsa ${blob.toString('base64')} nimbo-demo`,
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  }
}
