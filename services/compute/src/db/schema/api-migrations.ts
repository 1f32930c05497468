import type { MigrationSet } from '@nimbo/db/migrate'
import { flowsDueMigration } from '@nimbo/durable/flows-due-migration'
import { flowsMigration } from '@nimbo/durable/flows-migration'
import { outboxMigration } from '@nimbo/notifications/outbox-migration'
import type { Kysely } from 'kysely'
import { countersMigration } from './counters-migration.ts'

/** Schema of the API database (`nova_api`). */
export const apiMigrations: MigrationSet = {
  '0001-flows': flowsMigration,
  '0002-counters': countersMigration,
  '0003-flavors': async (db) => {
    await db.schema
      .createTable('flavors')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('vcpus', 'integer', (column) => column.notNull())
      .addColumn('memory_mb', 'integer', (column) => column.notNull())
      .addColumn('root_gb', 'integer', (column) => column.notNull())
      .addColumn('ephemeral_gb', 'integer', (column) => column.notNull())
      .addColumn('swap_mb', 'integer', (column) => column.notNull())
      .addColumn('rxtx_factor', 'double precision', (column) => column.notNull())
      .addColumn('is_public', 'integer', (column) => column.notNull())
      .addColumn('disabled', 'integer', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('extra_specs', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text')
      .execute()
    await db.schema
      .createTable('flavor_projects')
      .addColumn('flavor_id', 'text', (column) =>
        column.notNull().references('flavors.id').onDelete('cascade'),
      )
      .addColumn('project_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('flavor_projects_key', ['flavor_id', 'project_id'])
      .execute()
  },
  '0004-key-pairs': async (db) => {
    await db.schema
      .createTable('key_pairs')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('id', 'integer', (column) => column.notNull().unique())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('key_pairs_key', ['user_id', 'name'])
      .execute()
  },
  '0005-cells': async (db) => {
    await db.schema
      .createTable('cell_mappings')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('database', 'text', (column) => column.notNull())
      .addColumn('transport', 'text', (column) => column.notNull())
      .addColumn('disabled', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('host_mappings')
      .addColumn('host', 'text', (column) => column.primaryKey())
      .addColumn('cell_id', 'text', (column) => column.notNull().references('cell_mappings.id'))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
  },
  '0006-requests': async (db) => {
    await createInstanceMappings(db)
    await db.schema
      .createTable('request_specs')
      .addColumn('server_id', 'text', (column) => column.primaryKey())
      .addColumn('spec', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('build_requests')
      .addColumn('server_id', 'text', (column) => column.primaryKey())
      .addColumn('project_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('vcpus', 'integer', (column) => column.notNull())
      .addColumn('memory_mb', 'integer', (column) => column.notNull())
      .addColumn('delete_requested_at', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('build_requests_by_project')
      .on('build_requests')
      .columns(['project_id', 'created_at'])
      .execute()
  },
  '0007-groups': async (db) => {
    await db.schema
      .createTable('instance_groups')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('project_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('policy', 'text', (column) => column.notNull())
      .addColumn('rules', 'text', (column) => column.notNull())
      .addColumn('metadata', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('instance_groups_by_project')
      .on('instance_groups')
      .columns(['project_id', 'created_at'])
      .execute()
    await db.schema
      .createTable('instance_group_members')
      .addColumn('group_id', 'text', (column) =>
        column.notNull().references('instance_groups.id').onDelete('cascade'),
      )
      .addColumn('server_id', 'text', (column) => column.notNull().unique())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('instance_group_members_key', ['group_id', 'server_id'])
      .execute()
  },
  '0008-aggregates': async (db) => {
    await db.schema
      .createTable('aggregates')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('uuid', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('metadata', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text')
      .execute()
    await db.schema
      .createTable('aggregate_hosts')
      .addColumn('aggregate_id', 'integer', (column) =>
        column.notNull().references('aggregates.id').onDelete('cascade'),
      )
      .addColumn('host', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('aggregate_hosts_key', ['aggregate_id', 'host'])
      .execute()
    await db.schema.createIndex('aggregate_hosts_by_host').on('aggregate_hosts').column('host').execute()
  },
  '0009-quotas': async (db) => {
    await db.schema
      .createTable('quotas')
      .addColumn('project_id', 'text', (column) => column.notNull())
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('hard_limit', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('quotas_key', ['project_id', 'resource'])
      .execute()
  },
  '0010-scheduling-records': async (db) => {
    await db.schema
      .createTable('scheduling_records')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('server_id', 'text', (column) => column.notNull())
      .addColumn('decision', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('scheduling_records_by_server')
      .on('scheduling_records')
      .columns(['server_id', 'created_at'])
      .execute()
  },
  '0011-quota-classes': async (db) => {
    await db.schema
      .createTable('quota_classes')
      .addColumn('class_name', 'text', (column) => column.notNull())
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('hard_limit', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('quota_classes_key', ['class_name', 'resource'])
      .execute()
  },
  '0012-mapping-markers': async (db) => {
    await db.schema
      .createTable('mapping_markers')
      .addColumn('cell_id', 'text', (column) =>
        column.primaryKey().references('cell_mappings.id').onDelete('cascade'),
      )
      .addColumn('server_id', 'text', (column) => column.notNull())
      .addColumn('server_created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute()
  },
  '0013-group-places': async (db) => {
    await db.schema.alterTable('instance_group_members').addColumn('host', 'text').execute()
  },
  '0014-notifications': outboxMigration,
  '0015-flows-due': flowsDueMigration,
  '0016-changed-build-requests': async (db) => {
    await db.schema
      .alterTable('build_requests')
      .addColumn('changed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
  '0017-project-user-quotas': async (db) => {
    await db.schema
      .createTable('project_user_quotas')
      .addColumn('project_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('hard_limit', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('project_user_quotas_key', ['project_id', 'user_id', 'resource'])
      .execute()
  },
}

const createInstanceMappings = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('instance_mappings')
    .addColumn('server_id', 'text', (column) => column.primaryKey())
    .addColumn('cell_id', 'text', (column) => column.references('cell_mappings.id'))
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('queued_for_delete', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('instance_mappings_by_project')
    .on('instance_mappings')
    .columns(['project_id', 'queued_for_delete', 'cell_id'])
    .execute()
}
