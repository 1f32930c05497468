import { withGrowingKey } from '@nimbo/db/growing-key'
import type { Kysely } from 'kysely'

/** Creates the outbox tables in the database of a service. */
export const outboxMigration = async (db: Kysely<unknown>): Promise<void> => {
  await withGrowingKey(db, db.schema.createTable('notifications'), 'position')
    .addColumn('message_id', 'text', (column) => column.notNull().unique())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('priority', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('notification_leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
}
