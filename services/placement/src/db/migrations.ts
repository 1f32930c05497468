import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'

const providers = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('resource_providers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('parent_id', 'text', (column) => column.references('resource_providers.id'))
    .addColumn('root_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('resource_providers_by_root')
    .on('resource_providers')
    .column('root_id')
    .execute()
  await db.schema
    .createIndex('resource_providers_by_parent')
    .on('resource_providers')
    .column('parent_id')
    .execute()
  for (const [table, column] of [
    ['provider_traits', 'trait'],
    ['provider_aggregates', 'aggregate_id'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('provider_id', 'text', (id) =>
        id.notNull().references('resource_providers.id').onDelete('cascade'),
      )
      .addColumn(column, 'text', (name) => name.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['provider_id', column])
      .execute()
    await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()
  }
}

const inventories = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('inventories')
    .addColumn('provider_id', 'text', (id) =>
      id.notNull().references('resource_providers.id').onDelete('cascade'),
    )
    .addColumn('resource_class', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('reserved', 'integer', (column) => column.notNull())
    .addColumn('min_unit', 'integer', (column) => column.notNull())
    .addColumn('max_unit', 'integer', (column) => column.notNull())
    .addColumn('step_size', 'integer', (column) => column.notNull())
    .addColumn('allocation_ratio', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('inventories_key', ['resource_class', 'provider_id'])
    .execute()
  await db.schema.createIndex('inventories_by_provider').on('inventories').column('provider_id').execute()
}

const allocations = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('consumers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('consumer_type', 'text')
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('consumers_by_project')
    .on('consumers')
    .columns(['project_id', 'user_id'])
    .execute()
  await db.schema
    .createTable('allocations')
    .addColumn('consumer_id', 'text', (id) => id.notNull().references('consumers.id').onDelete('cascade'))
    .addColumn('provider_id', 'text', (id) => id.notNull().references('resource_providers.id'))
    .addColumn('resource_class', 'text', (column) => column.notNull())
    .addColumn('used', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('allocations_key', ['consumer_id', 'provider_id', 'resource_class'])
    .execute()
  await db.schema
    .createIndex('allocations_by_provider')
    .on('allocations')
    .columns(['provider_id', 'resource_class', 'used'])
    .execute()
}

const names = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['custom_resource_classes', 'custom_traits']) {
    await db.schema
      .createTable(table)
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
  }
}

export const migrations: MigrationSet = {
  '0001-tables': async (db) => {
    await providers(db)
    await inventories(db)
    await allocations(db)
    await names(db)
  },
}
