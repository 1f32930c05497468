import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** A key for AES-256-GCM. */
export type BoxKey = Buffer

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const cipher = 'aes-256-gcm'

export const newBoxKey = (): BoxKey => randomBytes(keyBytes)

/** Parses a key in base64 (either alphabet); undefined unless it has 32 bytes. */
export const parseBoxKey = (text: string): BoxKey | undefined => {
  const bytes = Buffer.from(text.trim(), 'base64url')
  return bytes.length === keyBytes ? bytes : undefined
}

/**
 * Encrypts data of `owner`: nonce, ciphertext and tag in base64. The owner is authenticated, so the result cannot be moved to
 * another owner.
 */
export const seal = (key: BoxKey, owner: string, bytes: Uint8Array): string => {
  const nonce = randomBytes(nonceBytes)
  const encryption = createCipheriv(cipher, key, nonce)
  encryption.setAAD(Buffer.from(owner))
  const sealed = [nonce, encryption.update(bytes), encryption.final(), encryption.getAuthTag()]
  return Buffer.concat(sealed).toString('base64')
}

/** Decrypts; undefined when key, owner or data do not match. */
export const unseal = (key: BoxKey, owner: string, box: string): Buffer | undefined => {
  const bytes = Buffer.from(box, 'base64')
  if (bytes.length < nonceBytes + tagBytes) return undefined
  const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes))
  decryption.setAAD(Buffer.from(owner))
  decryption.setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([decryption.update(bytes.subarray(nonceBytes, -tagBytes)), decryption.final()])
  } catch {
    return undefined
  }
}
