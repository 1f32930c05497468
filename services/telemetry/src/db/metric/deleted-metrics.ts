import { type Kysely, sql } from 'kysely'

/**
 * Migration: a deleted metric remains, in status `delete`, until metricd removes it, so that the request that deletes it does not
 * wait until all of its measures are removed.
 */
export const deletedMetrics = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable('metrics')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('active'))
    .execute()
  await db.schema
    .createIndex('metrics_deleted')
    .on('metrics')
    .column('id')
    .where(sql<boolean>`status = 'delete'`)
    .execute()
}
