import { bytewiseText } from '@nimbo/db/bytewise-text'
import { withGrowingKey } from '@nimbo/db/growing-key'
import { inKeyOrder } from '@nimbo/db/in-key-order'
import type { MigrationSet } from '@nimbo/db/migrate'
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { defaultPolicies } from '../../domain/metric/archive-policy.ts'
import { defaultTypes } from '../../domain/metric/attribute-types.ts'
import { deletedMetrics } from './deleted-metrics.ts'
import { measuresBySacks } from './measures-by-sacks.ts'
import { aggregatesByTime } from './partitions.ts'

const policies = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('archive_policies')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('back_window', 'integer', (column) => column.notNull())
    .addColumn('levels', 'text', (column) => column.notNull())
    .addColumn('methods', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('archive_policy_rules')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('metric_pattern', bytewiseText(db), (column) => column.notNull())
    .addColumn('archive_policy_name', 'text', (column) =>
      column.notNull().references('archive_policies.name'),
    )
    .execute()
}

const resourceColumns = <Table extends string, Column extends string>(
  db: Kysely<unknown>,
  table: CreateTableBuilder<Table, Column>,
) =>
  table
    .addColumn('type', 'text', (column) => column.notNull().references('resource_types.name'))
    .addColumn('original_resource_id', 'text', (column) => column.notNull())
    .addColumn('created_by_user_id', 'text', (column) => column.notNull())
    .addColumn('created_by_project_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('project_id', 'text')
    .addColumn('started_at', bytewiseText(db), (column) => column.notNull())
    .addColumn('ended_at', bytewiseText(db))
    .addColumn('revision_start', bytewiseText(db), (column) => column.notNull())
    .addColumn('attributes', 'text', (column) => column.notNull())

const resources = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('resource_types')
    .addColumn('name', bytewiseText(db), (column) => column.primaryKey())
    .addColumn('attributes', 'text', (column) => column.notNull())
    .execute()
  await resourceColumns(
    db,
    db.schema.createTable('resources').addColumn('id', bytewiseText(db), (column) => column.primaryKey()),
  ).execute()
  await db.schema
    .createIndex('resources_by_type')
    .on('resources')
    .columns(['type', 'project_id', 'revision_start', 'id'])
    .execute()
  await resourceColumns(
    db,
    withGrowingKey(db, db.schema.createTable('resource_history'), 'revision').addColumn(
      'id',
      bytewiseText(db),
      (column) => column.notNull().references('resources.id').onDelete('cascade'),
    ),
  )
    .addColumn('revision_end', bytewiseText(db), (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('resource_history_by_id')
    .on('resource_history')
    .columns(['id', 'revision'])
    .execute()
}

const metrics = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('metrics')
    .addColumn('id', bytewiseText(db), (column) => column.primaryKey())
    .addColumn('created_by_user_id', 'text', (column) => column.notNull())
    .addColumn('created_by_project_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('unit', 'text')
    .addColumn('archive_policy_name', 'text', (column) =>
      column.notNull().references('archive_policies.name'),
    )
    .addColumn('resource_id', 'text', (column) => column.references('resources.id').onDelete('cascade'))
    .addUniqueConstraint('metrics_by_resource', ['resource_id', 'name'])
    .execute()
  await db.schema
    .createIndex('metrics_by_policy')
    .on('metrics')
    .columns(['archive_policy_name', 'id'])
    .execute()
  await withGrowingKey(db, db.schema.createTable('measures'), 'position')
    .addColumn('metric_id', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('points', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('measures_by_metric')
    .on('measures')
    .columns(['metric_id', 'position'])
    .execute()
  await db.schema
    .createTable('series')
    .addColumn('metric_id', 'text', (column) =>
      column.primaryKey().references('metrics.id').onDelete('cascade'),
    )
    .addColumn('points', 'text', (column) => column.notNull())
    .execute()
  await inKeyOrder(
    db,
    db.schema
      .createTable('aggregates')
      .addColumn('metric_id', 'text', (column) =>
        column.notNull().references('metrics.id').onDelete('cascade'),
      )
      .addColumn('granularity', 'bigint', (column) => column.notNull())
      .addColumn('start', 'bigint', (column) => column.notNull())
      .addColumn('amounts', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('aggregates_key', ['metric_id', 'granularity', 'start']),
  ).execute()
  await db.schema
    .createTable('metric_processors')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .execute()
}

const defaults = async (db: Kysely<unknown>): Promise<void> => {
  for (const { name, backWindow, levels, methods } of defaultPolicies)
    await sql`insert into archive_policies (name, back_window, levels, methods)
      values (${name}, ${backWindow}, ${JSON.stringify(levels)}, ${JSON.stringify(methods)})`.execute(db)
  for (const [name, attributes] of Object.entries(defaultTypes))
    await sql`insert into resource_types (name, attributes)
      values (${name}, ${JSON.stringify(attributes)})`.execute(db)
}

export const migrations: MigrationSet = {
  '0001-metrics': async (db) => {
    await policies(db)
    await resources(db)
    await metrics(db)
    await defaults(db)
  },
  '0002-sacks': measuresBySacks,
  '0003-partitions': aggregatesByTime,
  '0004-deleted-metrics': deletedMetrics,
}
