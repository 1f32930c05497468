import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** A key for AES-256-GCM. */
export type BoxKey = Buffer

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const cipher = 'aes-256-gcm'

export const newBoxKey = (): BoxKey => randomBytes(keyBytes)

/** A key from its stored form, base64 of either alphabet; undefined unless it is 32 bytes. */
export const parseBoxKey = (text: string): BoxKey | undefined => {
  const bytes = Buffer.from(text.trim(), 'base64url')
  return bytes.length === keyBytes ? bytes : undefined
}

/**
 * Encrypts bytes that belong to `owner`: nonce, ciphertext and tag in base64. What is sealed for one owner cannot be put in
 * another's place: it opens for none but its own.
 */
export const seal = (key: BoxKey, owner: string, bytes: Uint8Array): string => {
  const nonce = randomBytes(nonceBytes)
  const encryption = createCipheriv(cipher, key, nonce)
  encryption.setAAD(Buffer.from(owner))
  const sealed = [nonce, encryption.update(bytes), encryption.final(), encryption.getAuthTag()]
  return Buffer.concat(sealed).toString('base64')
}

/** The bytes of a box; undefined where the key is another's, the owner is, or the box was changed. */
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
