import type { Kysely } from 'kysely'

/** Creates the flow table in a service's database. */
export const flowsMigration = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('flows')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('active_subject', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('outputs', 'text', (column) => column.notNull())
    .addColumn('choices', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('signals', 'text', (column) => column.notNull())
    .addColumn('cancelled', 'text')
    .addColumn('parked_until', 'text')
    .addColumn('context', 'text', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_expires_at', 'text')
    .addColumn('wake_at', 'text')
    .addColumn('deadline_at', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('flows_one_active')
    .on('flows')
    .columns(['name', 'active_subject'])
    .unique()
    .execute()
  await db.schema.createIndex('flows_by_subject').on('flows').columns(['subject', 'created_at']).execute()
  await db.schema.createIndex('flows_due').on('flows').columns(['wake_at']).execute()
  await db.schema.createIndex('flows_leased').on('flows').columns(['lease_owner']).execute()
}
