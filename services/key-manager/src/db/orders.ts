import { escapeLike } from '@nimbo/db/escape-like'
import { sql } from 'kysely'
import type { Page, Window } from './secrets.ts'
import type { KeyDb, Order } from './tables.ts'

export const insertOrder = async (db: KeyDb, row: Order): Promise<void> => {
  await db.insertInto('orders').values(row).execute()
}

export const findOrder = (db: KeyDb, projectId: string, id: string): Promise<Order | undefined> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()

export const deleteOrder = async (db: KeyDb, id: string): Promise<void> => {
  await db.deleteFrom('orders').where('id', '=', id).execute()
}

/** A page of a project's orders; with `meta`, only orders whose metadata contains this text. */
export const listOrders = async (
  db: KeyDb,
  projectId: string,
  meta: string | undefined,
  { offset, limit }: Window,
): Promise<Page<Order>> => {
  let found = db.selectFrom('orders').where('project_id', '=', projectId)
  if (meta) found = found.where(sql<boolean>`meta like ${`%${escapeLike(meta)}%`} escape '\\'`)
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = found.selectAll().orderBy('created').orderBy('id').limit(limit).offset(offset)
  return { rows: await rows.execute(), total: Number(total) }
}
