import type { Kysely } from 'kysely'

/**
 * Has the index of due flows begin with their name, which every query for them gives. Ended flows stay for a while without a time
 * to wake, and without the name SQLite preferred another index, which led it through all of them.
 */
export const flowsDueMigration = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.dropIndex('flows_due').execute()
  await db.schema.createIndex('flows_due').on('flows').columns(['name', 'wake_at']).execute()
}
