import { createHmac, timingSafeEqual } from 'node:crypto'

/** Clusters that keep containers alike, and what they sign their requests with. */
export interface Realm {
  readonly key: string | undefined
  /** The key that is about to come, or to go. */
  readonly key2: string | undefined
  /** Where each answers: `https://host:8080/v1/`, by names in capitals. */
  readonly clusters: ReadonlyMap<string, string>
}

/** By names in capitals. */
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
