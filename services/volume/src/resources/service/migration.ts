import type { Kysely } from 'kysely'

export const addFrozen = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable('services')
    .addColumn('frozen', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
