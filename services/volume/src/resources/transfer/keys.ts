import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export interface HiddenKey {
  readonly salt: string
  readonly key_hash: string
}

const hashOf = (salt: string, key: string): Buffer => createHmac('sha256', salt).update(key).digest()

/** A random key of this length, with its salted hash: only the hash is stored. */
export const newKey = (length: number): HiddenKey & { readonly key: string } => {
  const key = randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length)
  const salt = randomBytes(8).toString('hex')
  return { key, salt, key_hash: hashOf(salt, key).toString('hex') }
}

export const isKey = ({ salt, key_hash }: HiddenKey, key: string): boolean =>
  timingSafeEqual(Buffer.from(key_hash, 'hex'), hashOf(salt, key))
