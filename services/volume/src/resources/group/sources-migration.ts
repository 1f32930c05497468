import type { Kysely } from 'kysely'

/** What a group was made from. */
export const addGroupSources = async (db: Kysely<unknown>): Promise<void> => {
  for (const column of ['group_snapshot_id', 'source_group_id'])
    await db.schema.alterTable('volume_groups').addColumn(column, 'text').execute()
}
