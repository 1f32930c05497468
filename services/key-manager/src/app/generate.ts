import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { KeyForm } from '../domain/algorithms.ts'

const newPair = promisify(generateKeyPair)

/** A random key. */
export const generateKey = ({ bit_length = 0 }: KeyForm): Buffer => randomBytes(bit_length / 8)

/** An RSA key pair in PEM; the private key is encrypted if there is a passphrase. */
export const generatePair = async (
  { bit_length = 0 }: KeyForm,
  passphrase: string | undefined,
): Promise<{ readonly privateKey: Buffer; readonly publicKey: Buffer }> => {
  const protection = passphrase ? { cipher: 'aes-256-cbc', passphrase } : {}
  const { privateKey, publicKey } = await newPair('rsa', {
    modulusLength: bit_length,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', ...protection },
  })
  return { privateKey: Buffer.from(privateKey), publicKey: Buffer.from(publicKey) }
}
