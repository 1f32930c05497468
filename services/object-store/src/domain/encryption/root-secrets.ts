import { createHmac } from 'node:crypto'

/** The secrets that all keys come from, by their ids; the id of one without any is empty. */
export interface RootSecrets {
  readonly byId: ReadonlyMap<string, Buffer>
  /** By which of them new things are encrypted; undefined where nothing new is. */
  readonly active: string | undefined
}

/** The key of one thing, which no other thing has. Throws when the secret is not known any more. */
export const keyOf = ({ byId }: RootSecrets, secret: string, path: string): Buffer => {
  const root = byId.get(secret)
  if (root === undefined)
    throw new Error(
      `there is no encryption_root_secret${secret === '' ? '' : `_${secret}`} to decrypt ${path} by`,
    )
  return createHmac('sha256', root).update(path).digest()
}
