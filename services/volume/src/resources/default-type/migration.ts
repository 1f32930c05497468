import type { Kysely } from 'kysely'

export const createDefaultTypes = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('default_volume_types')
    .addColumn('project_id', 'text', (column) => column.primaryKey())
    .addColumn('volume_type_id', 'text', (column) =>
      column.notNull().references('volume_types.id').onDelete('cascade'),
    )
    .execute()
}
