import type { Kysely } from 'kysely'

/** Creates the table of `nextNumber`. */
export const countersMigration = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('counters')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'integer', (column) => column.notNull())
    .execute()
}
