import { generateKeyPair as generate } from 'node:crypto'
import { promisify } from 'node:util'

/** A length before each part, as SSH has it (RFC 4251). */
const sshString = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** The integers of a JSON Web Key, with a leading zero where the highest bit is set (RFC 4251, mpint). */
const sshInteger = (base64url: string): Buffer => {
  const bytes = Buffer.from(base64url, 'base64url')
  return sshString((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes)
}

/** An RSA key pair: the public half as in `authorized_keys`, the private one as PEM, which every ssh reads. */
export const generateKeyPair = async (): Promise<{ publicKey: string; privateKey: string }> => {
  const { publicKey, privateKey } = await promisify(generate)('rsa', { modulusLength: 2048 })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const blob = Buffer.concat([sshString(Buffer.from('ssh-rsa')), sshInteger(e), sshInteger(n)])
  return {
    publicKey: `ssh-rsa ${blob.toString('base64')} nimbo-demo`,
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  }
}
