import { withGrowingKey } from '@nimbo/db/growing-key'
import { inKeyOrder } from '@nimbo/db/in-key-order'
import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'

const events = async (db: Kysely<unknown>): Promise<void> => {
  await withGrowingKey(db, db.schema.createTable('events'), 'position')
    .addColumn('message_id', 'text', (column) => column.notNull().unique())
    .addColumn('event_type', 'text', (column) => column.notNull())
    .addColumn('generated', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('resource_id', 'text')
    .addColumn('traits', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('events_by_type').on('events').columns(['event_type', 'position']).execute()
  await db.schema.createIndex('events_by_project').on('events').columns(['project_id', 'position']).execute()
}

const samples = async (db: Kysely<unknown>): Promise<void> => {
  await withGrowingKey(db, db.schema.createTable('samples'), 'position')
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('meter', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('unit', 'text', (column) => column.notNull())
    .addColumn('volume', 'double precision', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('project_id', 'text')
    .addColumn('resource_id', 'text', (column) => column.notNull())
    .addColumn('timestamp', 'text', (column) => column.notNull())
    .addColumn('recorded_at', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('samples_by_meter').on('samples').columns(['meter', 'position']).execute()
  await db.schema
    .createIndex('samples_by_resource')
    .on('samples')
    .columns(['resource_id', 'position'])
    .execute()
}

export const migrations: MigrationSet = {
  '0001-metering': async (db) => {
    await events(db)
    await samples(db)
    await withGrowingKey(db, db.schema.createTable('uses'), 'position')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('resource_id', 'text', (column) => column.notNull())
      .addColumn('project_id', 'text')
      .addColumn('detail', 'text', (column) => column.notNull())
      .addColumn('quantity', 'double precision', (column) => column.notNull())
      .addColumn('begun_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    await db.schema.createIndex('uses_by_resource').on('uses').columns(['resource_id', 'kind']).execute()
    await db.schema.createIndex('uses_by_project').on('uses').columns(['project_id', 'begun_at']).execute()
    await withGrowingKey(db, db.schema.createTable('published'), 'position')
      .addColumn('publication', 'text', (column) => column.notNull())
      .execute()
  },
  '0002-traffic': async (db) => {
    await db.schema
      .createTable('counters')
      .addColumn('resource_id', 'text', (column) => column.notNull())
      .addColumn('meter', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('value', 'double precision', (column) => column.notNull())
      .addPrimaryKeyConstraint('counters_key', ['resource_id', 'meter'])
      .execute()
    await db.schema
      .createTable('traffic')
      .addColumn('resource_id', 'text', (column) => column.notNull())
      .addColumn('direction', 'text', (column) => column.notNull())
      .addColumn('hour', 'bigint', (column) => column.notNull())
      .addColumn('project_id', 'text')
      .addColumn('bytes', 'double precision', (column) => column.notNull())
      .addPrimaryKeyConstraint('traffic_key', ['resource_id', 'direction', 'hour'])
      .execute()
    await db.schema.createIndex('traffic_by_hour').on('traffic').columns(['hour', 'project_id']).execute()
  },
  '0003-used-resources': async (db) => {
    await inKeyOrder(db, db.schema.createTable('used_resources'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('resource_id', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint')
      .addPrimaryKeyConstraint('used_resources_key', ['resource_id', 'kind'])
      .execute()
  },
}
