import type { Kysely } from 'kysely'

/**
 * Puts the name first in the index of due flows, since every query for them names flows. With an index of `wake_at` alone SQLite chooses
 * the index of active subjects instead, and reads every ended flow of these names.
 */
export const flowsDueMigration = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.dropIndex('flows_due').execute()
  await db.schema.createIndex('flows_due').on('flows').columns(['name', 'wake_at']).execute()
}
