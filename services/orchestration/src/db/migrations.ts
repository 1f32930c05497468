import { withGrowingKey } from '@nimbo/db/growing-key'
import type { MigrationSet } from '@nimbo/db/migrate'
import { flowsDueMigration } from '@nimbo/durable/flows-due-migration'
import { flowsMigration } from '@nimbo/durable/flows-migration'
import { outboxMigration } from '@nimbo/notifications/outbox-migration'
import type { CreateTableBuilder, Kysely } from 'kysely'

/** Adds text columns; those whose name ends in a question mark are nullable. */
const withTexts = <Table extends string, Column extends string>(
  table: CreateTableBuilder<Table, Column>,
  names: readonly string[],
): CreateTableBuilder<Table, Column | string> =>
  names.reduce<CreateTableBuilder<Table, Column | string>>(
    (built, name) =>
      name.endsWith('?')
        ? built.addColumn(name.slice(0, -1), 'text')
        : built.addColumn(name, 'text', (column) => column.notNull()),
    table,
  )

const table = (db: Kysely<unknown>, name: string) =>
  db.schema.createTable(name).addColumn('id', 'text', (column) => column.primaryKey())

const stacks = async (db: Kysely<unknown>): Promise<void> => {
  const texts = [
    'name',
    'living_name?',
    'project_id',
    'user_id',
    'user_name',
    'parent_id?',
    'parent_resource?',
  ]
  const state = [
    'root_id',
    'action',
    'status',
    'status_reason',
    'traversal',
    'template_id',
    'previous_template_id?',
  ]
  const more = ['wish', 'tags', 'trust_id?', 'trustor_id?', 'user_project_id?']
  const times = ['created_at', 'updated_at?', 'action_at', 'deleted_at?']
  await withTexts(table(db, 'stacks'), [...texts, ...state, ...more, ...times])
    .addColumn('depth', 'integer', (column) => column.notNull())
    .addColumn('disable_rollback', 'integer', (column) => column.notNull())
    .addColumn('timeout_mins', 'integer')
    .execute()
  await db.schema
    .createIndex('stacks_living')
    .on('stacks')
    .columns(['project_id', 'living_name'])
    .unique()
    .execute()
  await db.schema.createIndex('stacks_by_parent').on('stacks').columns(['parent_id']).execute()
  await db.schema.createIndex('stacks_by_root').on('stacks').columns(['root_id']).execute()
  await db.schema
    .createIndex('stacks_by_time')
    .on('stacks')
    .columns(['project_id', 'created_at', 'id'])
    .execute()
  await withTexts(table(db, 'templates'), [
    'stack_id',
    'template',
    'environment',
    'files',
    'created_at',
  ]).execute()
  await db.schema.createIndex('templates_by_stack').on('templates').columns(['stack_id']).execute()
}

const resources = async (db: Kysely<unknown>): Promise<void> => {
  const texts = ['stack_id', 'name', 'type', 'physical_id?', 'action', 'status', 'status_reason']
  const parts = ['properties', 'metadata', 'data', 'definition', 'requires', 'template_id']
  const more = ['replaces?', 'replaced_by?', 'traversal', 'started_at', 'created_at', 'updated_at?']
  await withTexts(table(db, 'resources'), [...texts, ...parts, ...more])
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('resources_by_stack').on('resources').columns(['stack_id', 'name']).execute()
  await db.schema.createIndex('resources_by_physical_id').on('resources').columns(['physical_id']).execute()
}

const events = async (db: Kysely<unknown>): Promise<void> => {
  const texts = [
    'id',
    'stack_id',
    'root_id',
    'resource_name',
    'resource_type',
    'physical_id?',
    'action',
    'status',
  ]
  await withTexts(withGrowingKey(db, db.schema.createTable('events'), 'position'), [
    ...texts,
    'reason',
    'properties',
    'created_at',
  ]).execute()
  await db.schema.createIndex('events_by_stack').on('events').columns(['stack_id', 'position']).execute()
  await db.schema.createIndex('events_by_id').on('events').columns(['id']).execute()
}

const others = async (db: Kysely<unknown>): Promise<void> => {
  const snapshot = [
    'name?',
    'stack_id',
    'project_id',
    'status',
    'action',
    'status_reason',
    'data',
    'created_at',
  ]
  await withTexts(table(db, 'snapshots'), snapshot).execute()
  await db.schema.createIndex('snapshots_by_stack').on('snapshots').columns(['stack_id']).execute()
  const config = ['project_id', 'name', 'group_name', 'config', 'inputs', 'outputs', 'options', 'created_at']
  await withTexts(table(db, 'software_configs'), config).execute()
  await db.schema
    .createIndex('software_configs_by_project')
    .on('software_configs')
    .columns(['project_id'])
    .execute()
  const deployment = [
    'project_id',
    'server_id',
    'config_id',
    'action',
    'status',
    'status_reason',
    'input_values',
  ]
  await withTexts(table(db, 'software_deployments'), [
    ...deployment,
    'output_values',
    'stack_user_project_id?',
    'created_at',
    'updated_at?',
  ]).execute()
  for (const column of ['project_id', 'server_id', 'config_id'])
    await db.schema
      .createIndex(`software_deployments_by_${column}`)
      .on('software_deployments')
      .column(column)
      .execute()
  await withTexts(table(db, 'engines'), ['hostname', 'host', 'started_at', 'seen_at']).execute()
}

export const migrations: MigrationSet = {
  '0001-tables': async (db) => {
    await stacks(db)
    await resources(db)
    await events(db)
    await others(db)
    await flowsMigration(db)
    await outboxMigration(db)
  },
  '0002-holders': async (db) => {
    await db.schema.alterTable('stacks').addColumn('holder', 'text').execute()
    await db.schema
      .alterTable('resources')
      .addColumn('asked', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
  '0003-users-and-sinks': async (db) => {
    await db.schema.createIndex('stacks_by_user_project_id').on('stacks').column('user_project_id').execute()
    await db.schema
      .alterTable('stacks')
      .addColumn('events_told', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
  '0004-flows-due': flowsDueMigration,
}
