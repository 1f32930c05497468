import { createHmac, timingSafeEqual } from 'node:crypto'

/** A container sync realm: clusters that synchronize containers, and the keys that sign their requests. */
export interface Realm {
  readonly key: string | undefined
  /** A second valid key, for key rotation. */
  readonly key2: string | undefined
  /** The endpoint of each cluster, `https://host:8080/v1/`, keyed by names in upper case. */
  readonly clusters: ReadonlyMap<string, string>
}

/** Keyed by names in upper case. */
export type Realms = ReadonlyMap<string, Realm>

export interface SignedSync {
  readonly method: string
  readonly path: string
  readonly timestamp: string
  readonly nonce: string
  /** The key of the container. */
  readonly userKey: string
}

export const syncSignature = (
  realmKey: string,
  { method, path, timestamp, nonce, userKey }: SignedSync,
): string =>
  createHmac('sha1', realmKey).update([method, path, timestamp, nonce, userKey].join('\n')).digest('hex')

export const isSyncSignature = (realmKey: string, signed: SignedSync, signature: string): boolean => {
  const [made, given] = [syncSignature(realmKey, signed), signature].map((text) => Buffer.from(text))
  return made !== undefined && given?.length === made.length && timingSafeEqual(made, given)
}
