import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyOf, type RootSecrets } from './root-secrets.ts'

const cipher = 'aes-256-gcm'
/**
 * The prefix of encrypted text. Headers cannot contain this control character, so a client's text is never mistaken for an
 * encrypted one.
 */
const begins = '\u0001sealed:'
const ivLength = 12
const tagLength = 16

/** Whether a text from the database is encrypted. */
const isSealed = (text: string): boolean => text.startsWith(begins)

/** Encrypts a text for the database, including the id of the secret. */
export const sealText = (secrets: RootSecrets, secret: string, path: string, text: string): string => {
  const iv = randomBytes(ivLength)
  const sealing = createCipheriv(cipher, keyOf(secrets, secret, path), iv)
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return `${begins}${secret}:${Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64')}`
}

/** Decrypts a text. Throws when it was encrypted for another path or with an unknown secret, or was modified. */
export const openText = (secrets: RootSecrets, path: string, text: string): string => {
  if (!isSealed(text)) return text
  const end = text.lastIndexOf(':')
  const all = Buffer.from(text.slice(end + 1), 'base64')
  const key = keyOf(secrets, text.slice(begins.length, end), path)
  const opening = createDecipheriv(cipher, key, all.subarray(0, ivLength))
  opening.setAuthTag(all.subarray(ivLength, ivLength + tagLength))
  return opening.update(all.subarray(ivLength + tagLength), undefined, 'utf8') + opening.final('utf8')
}
