import { createHmac } from 'node:crypto'

/** The root secrets that all keys are derived from, keyed by id; the id of the default secret is empty. */
export interface RootSecrets {
  readonly byId: ReadonlyMap<string, Buffer>
  /** The id of the secret that encrypts new data; undefined if new data is not encrypted. */
  readonly active: string | undefined
}

/** Derives the key for a path, which is unique to that path. Throws when the secret is not configured. */
export const keyOf = ({ byId }: RootSecrets, secret: string, path: string): Buffer => {
  const root = byId.get(secret)
  if (root === undefined)
    throw new Error(
      `there is no encryption_root_secret${secret === '' ? '' : `_${secret}`} to decrypt ${path} by`,
    )
  return createHmac('sha256', root).update(path).digest()
}
