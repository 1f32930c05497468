import type { Kysely } from 'kysely'

export const addMoves = async (db: Kysely<unknown>): Promise<void> => {
  for (const column of ['previous_status', 'migration_status', 'group_id'])
    await db.schema.alterTable('volumes').addColumn(column, 'text').execute()
  await db.schema.createIndex('volumes_by_group').on('volumes').column('group_id').execute()
}
