import { type Kysely, sql } from 'kysely'

/** The tables that were archived when the first shadow tables were created. */
const firstTables = [
  'instance_action_events',
  'instance_actions',
  'instance_faults',
  'block_device_mappings',
  'instances',
] as const

/** Tables of a cell whose deleted rows are archived, in deletion order. */
export const archivedTables = ['migrations', ...firstTables] as const

export type ArchivedTable = (typeof archivedTables)[number]

/** The shadow table of a table. */
export const shadowOf = (table: ArchivedTable): string => `shadow_${table}`

/**
 * Creates the first shadow tables, with the same columns in the same order. A migration that adds a column to one must
 * add it to the other.
 */
export const createShadowTables = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of firstTables) {
    const shadow = shadowOf(table)
    await sql`create table ${sql.table(shadow)} as select * from ${sql.table(table)} where 1 = 0`.execute(db)
    await db.schema.createIndex(`${shadow}_by_id`).on(shadow).column('id').unique().execute()
  }
  for (const table of ['instance_actions', 'instance_faults', 'block_device_mappings'] as const)
    await db.schema
      .createIndex(`${shadowOf(table)}_by_server`)
      .on(shadowOf(table))
      .column('server_id')
      .execute()
  await db.schema
    .createIndex('shadow_instance_action_events_by_action')
    .on('shadow_instance_action_events')
    .column('action_id')
    .execute()
  await db.schema
    .createIndex('shadow_instances_by_deletion')
    .on('shadow_instances')
    .columns(['deleted_at', 'id'])
    .execute()
}
