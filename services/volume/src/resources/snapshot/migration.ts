import type { Kysely } from 'kysely'

export const addProgress = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('snapshots').addColumn('progress', 'text').execute()
  await db.schema.alterTable('snapshots').addColumn('group_snapshot_id', 'text').execute()
}
