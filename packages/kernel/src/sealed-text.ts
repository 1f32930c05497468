import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** The key length in bytes (AES-256). */
export const sealingKeyBytes = 32

/** Imports a key. Keep the result: importing costs more than encrypting. */
export const sealingKey = (bytes: Uint8Array): KeyObject => createSecretKey(bytes)

/** Encrypts and authenticates `text`. */
export const seal = (key: KeyObject, text: string): string => {
  const nonce = randomBytes(nonceBytes)
  const encryption = createCipheriv(cipher, key, nonce)
  const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
  return Buffer.concat([nonce, encryption.getAuthTag(), body]).toString('base64')
}

/** Decrypts the result of {@link seal}. Throws for another key or changed text. */
export const unseal = (key: KeyObject, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64')
  const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes))
  decryption.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const body = bytes.subarray(nonceBytes + tagBytes)
  return Buffer.concat([decryption.update(body), decryption.final()]).toString('utf8')
}
