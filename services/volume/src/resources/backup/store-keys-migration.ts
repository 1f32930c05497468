import type { Kysely } from 'kysely'

export const addStoreKeys = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('backups').addColumn('service_metadata', 'text').execute()
  await db.schema
    .alterTable('backups')
    .addColumn('volume_metadata', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
}
