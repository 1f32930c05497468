import { allOrNone } from '@nimbo/db/all-or-none'
import { metadataOf, removeMetadata, setMetadata } from '../../db/secrets.ts'
import { errors } from '../../errors.ts'
import type { KeyApp } from '../key-app.ts'

export interface Pair {
  readonly key: string
  readonly value: string
}

/** A metadata key in lower case. Keys are part of URLs, so throws for other characters than letters, digits, `_` and `-`. */
const keyOf = (key: string): string => {
  if (!/^[A-Za-z0-9_-]*$/.test(key)) throw errors.InvalidMetadataKey()
  return key.toLowerCase()
}

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw errors.InvalidMetadata()
  return value
}

export const replaceMetadata =
  (app: KeyApp) =>
  async (secretId: string, metadata: Readonly<Record<string, unknown>>): Promise<void> => {
    const pairs = Object.entries(metadata).map(([key, value]): [string, string] => [
      keyOf(key),
      textOf(value),
    ])
    await allOrNone(app.db, async (db) => {
      await removeMetadata(db, secretId)
      for (const [key, value] of pairs) await setMetadata(db, secretId, key, value)
    })
  }

export const addMetadata =
  (app: KeyApp) =>
  async (secretId: string, given: Pair): Promise<Pair> => {
    const key = keyOf(given.key)
    await allOrNone(app.db, async (db) => {
      if (Object.hasOwn(await metadataOf(db, secretId), key)) throw errors.MetadataExists()
      await setMetadata(db, secretId, key, given.value)
    })
    return { key, value: given.value }
  }

export const needMetadata =
  (app: KeyApp) =>
  async (secretId: string, key: string): Promise<Pair> => {
    const metadata = await metadataOf(app.db, secretId)
    const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined
    if (value === undefined) throw errors.NoSuchMetadata()
    return { key, value }
  }

export const updateMetadata =
  (app: KeyApp) =>
  async (secretId: string, named: string, given: Pair): Promise<Pair> => {
    const key = keyOf(given.key)
    await needMetadata(app)(secretId, named)
    if (named !== key) throw errors.OtherMetadataKey()
    await setMetadata(app.db, secretId, key, given.value)
    return { key, value: given.value }
  }

export const showMetadata = ({ db }: KeyApp, secretId: string): Promise<Readonly<Record<string, string>>> =>
  metadataOf(db, secretId)

export const dropMetadata = ({ db }: KeyApp, secretId: string, key: string): Promise<void> =>
  removeMetadata(db, secretId, key)
