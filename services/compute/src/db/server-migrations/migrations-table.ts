import type { Kysely } from 'kysely'

const names = ['source_compute', 'source_node', 'dest_compute', 'dest_node', 'dest_host'] as const
const bytes = [
  ...(['memory_total', 'memory_processed', 'memory_remaining'] as const),
  ...(['disk_total', 'disk_processed', 'disk_remaining'] as const),
]

const createTable = async (db: Kysely<unknown>, table: string): Promise<void> => {
  let create = db.schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('server_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('migration_type', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
  for (const name of names) create = create.addColumn(name, 'text')
  create = create
    .addColumn('old_flavor', 'text')
    .addColumn('new_flavor', 'text')
    .addColumn('hidden', 'integer', (column) => column.notNull())
  for (const name of bytes) create = create.addColumn(name, 'bigint')
  await create
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text')
    .execute()
}

/** Creates the table of migrations, and its shadow table. */
export const createMigrations = async (db: Kysely<unknown>): Promise<void> => {
  await createTable(db, 'migrations')
  await createTable(db, 'shadow_migrations')
  await db.schema
    .createIndex('migrations_by_number')
    .on('migrations')
    .columns(['server_id', 'number'])
    .unique()
    .execute()
  await db.schema.createIndex('migrations_by_age').on('migrations').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('migrations_by_source').on('migrations').column('source_compute').execute()
  await db.schema.createIndex('migrations_by_destination').on('migrations').column('dest_compute').execute()
  await db.schema
    .createIndex('shadow_migrations_by_server')
    .on('shadow_migrations')
    .column('server_id')
    .execute()
}
