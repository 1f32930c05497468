import type { Kysely } from 'kysely'

/** Creates the tables of QoS specs, which volume types refer to. */
export const createQosSpecs = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('qos_specs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('consumer', 'text', (column) => column.notNull())
    .addColumn('specs', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.alterTable('volume_types').addColumn('qos_specs_id', 'text').execute()
}
