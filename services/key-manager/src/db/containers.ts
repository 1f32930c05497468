import { takingRows } from '@nimbo/db/taking-rows'
import { sql } from 'kysely'
import type { Page, Window } from './secrets.ts'
import type { Container, ContainerConsumer, ContainerSecret, KeyDb } from './tables.ts'

export const insertContainer = async (
  db: KeyDb,
  row: Container,
  secrets: readonly ContainerSecret[],
): Promise<void> => {
  await db.insertInto('containers').values(row).execute()
  if (secrets.length > 0) await db.insertInto('container_secrets').values(secrets).execute()
}

export const findContainer = (db: KeyDb, id: string): Promise<Container | undefined> =>
  db.selectFrom('containers').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks a container until the transaction ends; false when there is none. */
export const takeContainer = async (trx: KeyDb, id: string): Promise<boolean> => {
  const rows = await takingRows(trx, trx.selectFrom('containers').select('id').where('id', '=', id)).execute()
  return rows.length > 0
}

export const deleteContainer = async (db: KeyDb, id: string): Promise<void> => {
  for (const table of ['container_secrets', 'container_consumers'] as const)
    await db.deleteFrom(table).where('container_id', '=', id).execute()
  for (const table of ['acl_users', 'acls'] as const)
    await db.deleteFrom(table).where('owner_id', '=', id).execute()
  await db.deleteFrom('containers').where('id', '=', id).execute()
}

export interface ContainerFilter {
  readonly projectId: string
  readonly name: string | undefined
  readonly type: string | undefined
}

export const listContainers = async (
  db: KeyDb,
  { projectId, name, type }: ContainerFilter,
  { offset, limit }: Window,
): Promise<Page<Container>> => {
  let found = db.selectFrom('containers').where('project_id', '=', projectId)
  if (name) found = found.where('name', '=', name)
  if (type) found = found.where(sql<boolean>`type = ${type}`)
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = found.selectAll().orderBy('created').orderBy('id').limit(limit).offset(offset)
  return { rows: await rows.execute(), total: Number(total) }
}

/** The secrets of containers, by container. */
export const secretsIn = async (
  db: KeyDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ContainerSecret[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('container_secrets')
    .selectAll()
    .where('container_id', 'in', ids)
    .orderBy('position')
    .orderBy('secret_id')
    .execute()
  return Map.groupBy(rows, ({ container_id }) => container_id)
}

/** The consumers of containers, by container. */
export const consumersOfContainers = async (
  db: KeyDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ContainerConsumer[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('container_consumers')
    .selectAll()
    .where('container_id', 'in', ids)
    .orderBy('created')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ container_id }) => container_id)
}

export const putSecretIn = async (db: KeyDb, row: ContainerSecret): Promise<void> => {
  await db.insertInto('container_secrets').values(row).execute()
}

export const takeSecretOut = async (
  db: KeyDb,
  row: Pick<ContainerSecret, 'container_id' | 'secret_id' | 'name'>,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('container_secrets')
    .where('container_id', '=', row.container_id)
    .where('secret_id', '=', row.secret_id)
    .where('name', '=', row.name)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
