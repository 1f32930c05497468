import { orderTerms, type SortColumn } from '@nimbo/db/keyset'
import { takingRows } from '@nimbo/db/taking-rows'
import type { Expression, SqlBool } from 'kysely'
import type { KeyDb, Secret, SecretConsumer } from './tables.ts'

export interface Window {
  readonly offset: number
  readonly limit: number
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

export const insertSecret = async (db: KeyDb, row: Secret): Promise<void> => {
  await db.insertInto('secrets').values(row).execute()
}

/** Finds a secret, unless it has expired. */
export const findSecret = (db: KeyDb, id: string, now: string): Promise<Secret | undefined> =>
  db
    .selectFrom('secrets')
    .selectAll()
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('expiration', 'is', null), eb('expiration', '>', now)]))
    .executeTakeFirst()

/** Locks a secret until the transaction ends; false when there is none. */
export const takeSecret = async (trx: KeyDb, id: string): Promise<boolean> => {
  const rows = await takingRows(trx, trx.selectFrom('secrets').select('id').where('id', '=', id)).execute()
  return rows.length > 0
}

/** Adds a payload; false when it has one already. */
export const fillSecret = async (
  db: KeyDb,
  id: string,
  filling: Pick<Secret, 'content_type' | 'kek_id' | 'sealed' | 'updated'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('secrets')
    .set(filling)
    .where('id', '=', id)
    .where('sealed', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const deleteSecret = async (db: KeyDb, id: string): Promise<void> => {
  for (const table of ['secret_metadata', 'secret_consumers', 'container_secrets'] as const)
    await db.deleteFrom(table).where('secret_id', '=', id).execute()
  for (const table of ['acl_users', 'acls'] as const)
    await db.deleteFrom(table).where('owner_id', '=', id).execute()
  await db.deleteFrom('secrets').where('id', '=', id).execute()
}

export const listSecrets = async (
  db: KeyDb,
  conditions: readonly Expression<SqlBool>[],
  order: readonly SortColumn[],
  { offset, limit }: Window,
): Promise<Page<Secret>> => {
  let found = db.selectFrom('secrets')
  for (const condition of conditions) found = found.where(condition)
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  let query = found.selectAll()
  for (const term of orderTerms(order)) query = query.orderBy(term)
  const rows = await query.limit(limit).offset(offset).execute()
  return { rows, total: Number(total) }
}

export const consumersOfSecrets = async (
  db: KeyDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly SecretConsumer[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('secret_consumers')
    .selectAll()
    .where('secret_id', 'in', ids)
    .orderBy('created')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ secret_id }) => secret_id)
}

export const metadataOf = async (db: KeyDb, secretId: string): Promise<Readonly<Record<string, string>>> => {
  const rows = await db
    .selectFrom('secret_metadata')
    .select(['key', 'value'])
    .where('secret_id', '=', secretId)
    .orderBy('key')
    .execute()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

export const setMetadata = async (
  db: KeyDb,
  secret_id: string,
  key: string,
  value: string,
): Promise<void> => {
  await db
    .insertInto('secret_metadata')
    .values({ secret_id, key, value })
    .onConflict((conflict) => conflict.columns(['secret_id', 'key']).doUpdateSet({ value }))
    .execute()
}

/** Removes one metadata key of a secret, or all of them. */
export const removeMetadata = async (db: KeyDb, secretId: string, key?: string): Promise<void> => {
  const theirs = db.deleteFrom('secret_metadata').where('secret_id', '=', secretId)
  await (key === undefined ? theirs : theirs.where('key', '=', key)).execute()
}
