import type { Kysely } from 'kysely'

/** Adds the columns for the source of a group. */
export const addGroupSources = async (db: Kysely<unknown>): Promise<void> => {
  for (const column of ['group_snapshot_id', 'source_group_id'])
    await db.schema.alterTable('volume_groups').addColumn(column, 'text').execute()
}
