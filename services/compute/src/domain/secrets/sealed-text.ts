import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** A key of another length can't seal. */
export const sealingKeyBytes = 32

/** A key to seal with, from its 32 bytes. Make it once: to take bytes for a key costs more than to seal with it. */
export const sealingKey = (bytes: Uint8Array): KeyObject => createSecretKey(bytes)

/** Encrypts `text` so that only holders of the key can read it, and nobody can change it unnoticed. */
export const seal = (key: KeyObject, text: string): string => {
  const nonce = randomBytes(nonceBytes)
  const encryption = createCipheriv(cipher, key, nonce)
  const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
  return Buffer.concat([nonce, encryption.getAuthTag(), body]).toString('base64')
}

/** The text that {@link seal} was given. Throws when it was sealed with another key, or changed since. */
export const unseal = (key: KeyObject, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64')
  const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes))
  decryption.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const body = bytes.subarray(nonceBytes + tagBytes)
  return Buffer.concat([decryption.update(body), decryption.final()]).toString('utf8')
}
