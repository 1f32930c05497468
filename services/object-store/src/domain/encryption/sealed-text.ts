import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyOf, type RootSecrets } from './root-secrets.ts'

const cipher = 'aes-256-gcm'
/** No header can hold that sign, so no text of a client is ever taken for a sealed one. */
const begins = '\u0001sealed:'
const ivLength = 12
const tagLength = 16

/** Whether a text of the database was encrypted before it came there. */
const isSealed = (text: string): boolean => text.startsWith(begins)

/** A text as it lies in the database: with the id of the secret that opens it. */
export const sealText = (secrets: RootSecrets, secret: string, path: string, text: string): string => {
  const iv = randomBytes(ivLength)
  const sealing = createCipheriv(cipher, keyOf(secrets, secret, path), iv)
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return `${begins}${secret}:${Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64')}`
}

/** The text again. Throws when it was sealed for another path, by an unknown secret, or changed since. */
export const openText = (secrets: RootSecrets, path: string, text: string): string => {
  if (!isSealed(text)) return text
  const end = text.lastIndexOf(':')
  const all = Buffer.from(text.slice(end + 1), 'base64')
  const key = keyOf(secrets, text.slice(begins.length, end), path)
  const opening = createDecipheriv(cipher, key, all.subarray(0, ivLength))
  opening.setAuthTag(all.subarray(ivLength, ivLength + tagLength))
  return opening.update(all.subarray(ivLength + tagLength), undefined, 'utf8') + opening.final('utf8')
}
