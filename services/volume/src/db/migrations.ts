import type { MigrationSet } from '@nimbo/db/migrate'
import { outboxMigration } from '@nimbo/notifications/outbox-migration'
import { flowsDueMigration } from '@nimbo/durable/flows-due-migration'
import { flowsMigration } from '@nimbo/durable/flows-migration'
import type { Kysely } from 'kysely'

const volumes = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('volumes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('description', 'text')
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('growing_by', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('availability_zone', 'text', (column) => column.notNull())
    .addColumn('volume_type_id', 'text', (column) => column.notNull().references('volume_types.id'))
    .addColumn('host', 'text')
    .addColumn('bootable', 'integer', (column) => column.notNull())
    .addColumn('multiattach', 'integer', (column) => column.notNull())
    .addColumn('readonly', 'integer', (column) => column.notNull())
    .addColumn('consumes_quota', 'integer', (column) => column.notNull())
    .addColumn('snapshot_id', 'text')
    .addColumn('source_volid', 'text')
    .addColumn('image_metadata', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('launched_at', 'text')
    .execute()
  await db.schema
    .createIndex('volumes_by_project')
    .on('volumes')
    .columns(['project_id', 'created_at', 'id'])
    .execute()
  await db.schema.createIndex('volumes_by_age').on('volumes').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('volumes_by_host').on('volumes').column('host').execute()
  await db.schema.createIndex('volumes_by_type').on('volumes').column('volume_type_id').execute()
}

const attachments = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('attachments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('volume_id', 'text', (column) => column.notNull().references('volumes.id'))
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('instance_uuid', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('mountpoint', 'text')
    .addColumn('host', 'text')
    .addColumn('connector', 'text')
    .addColumn('connection_info', 'text')
    .addColumn('attached_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('attachments_by_volume').on('attachments').column('volume_id').execute()
  await db.schema
    .createIndex('attachments_by_project')
    .on('attachments')
    .columns(['project_id', 'created_at', 'id'])
    .execute()
}

const snapshots = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('snapshots')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('volume_id', 'text', (column) => column.notNull().references('volumes.id'))
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('description', 'text')
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('consumes_quota', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('snapshots_by_volume').on('snapshots').column('volume_id').execute()
  await db.schema
    .createIndex('snapshots_by_project')
    .on('snapshots')
    .columns(['project_id', 'created_at', 'id'])
    .execute()
}

const metadata = async (db: Kysely<unknown>): Promise<void> => {
  for (const owner of ['volume', 'snapshot'] as const) {
    const table = `${owner}_metadata`
    await db.schema
      .createTable(table)
      .addColumn(`${owner}_id`, 'text', (column) =>
        column.notNull().references(`${owner}s.id`).onDelete('cascade'),
      )
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, [`${owner}_id`, 'key'])
      .execute()
  }
}

const types = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('volume_types')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('is_public', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('volume_type_extra_specs')
    .addColumn('volume_type_id', 'text', (column) =>
      column.notNull().references('volume_types.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('volume_type_extra_specs_key', ['volume_type_id', 'key'])
    .execute()
  await db.schema
    .createTable('volume_type_projects')
    .addColumn('volume_type_id', 'text', (column) =>
      column.notNull().references('volume_types.id').onDelete('cascade'),
    )
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('volume_type_projects_key', ['volume_type_id', 'project_id'])
    .execute()
}

const operation = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('quotas')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('hard_limit', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('quotas_key', ['project_id', 'resource'])
    .execute()
  await db.schema
    .createTable('quota_guards')
    .addColumn('project_id', 'text', (column) => column.primaryKey())
    .addColumn('turn', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('services')
    .addColumn('binary', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('zone', 'text', (column) => column.notNull())
    .addColumn('disabled', 'integer', (column) => column.notNull())
    .addColumn('disabled_reason', 'text')
    .addColumn('backend', 'text')
    .addColumn('reported_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('services_key', ['binary', 'host'])
    .execute()
}

export const migrations: MigrationSet = {
  '0001-flows': flowsMigration,
  '0002-tables': async (db) => {
    await types(db)
    await volumes(db)
    await attachments(db)
    await snapshots(db)
    await metadata(db)
    await operation(db)
  },
  '0003-notifications': outboxMigration,
  '0021-flows-due': flowsDueMigration,
}
