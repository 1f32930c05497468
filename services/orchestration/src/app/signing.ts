import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature of a URL's path; it can only be made with the key. */
export const signatureOf = (key: string, path: string): string =>
  createHmac('sha256', key).update(path).digest('base64url')

export const isSigned = (key: string, path: string, signature: string): boolean => {
  const wanted = Buffer.from(signatureOf(key, path))
  const given = Buffer.from(signature)
  return key !== '' && wanted.length === given.length && timingSafeEqual(wanted, given)
}
