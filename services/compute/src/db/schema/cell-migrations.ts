import type { MigrationSet } from '@nimbo/db/migrate'
import { flowsDueMigration } from '@nimbo/durable/flows-due-migration'
import { flowsMigration } from '@nimbo/durable/flows-migration'
import { outboxMigration } from '@nimbo/notifications/outbox-migration'
import type { Kysely } from 'kysely'
import { createNuma } from '../servers/numa-claims.ts'
import { createPciDevices } from '../hosts/pci-devices-table.ts'
import { createHostFacts, indexServersAtWork } from '../hosts/servers-of-hosts.ts'
import { createMigrations } from '../server-migrations/migrations-table.ts'
import { createGuestPasswords } from '../servers/guest-passwords.ts'
import { createTaskLog } from '../usage/task-log-table.ts'
import { createVolumeUsage } from '../usage/volume-usage-table.ts'
import { countersMigration } from './counters-migration.ts'
import { createShadowTables, shadowOf } from './shadow-tables.ts'

/** Schema of a cell's database (`nova_cell0`, `nova_cell1`, …). */
export const cellMigrations: MigrationSet = {
  '0001-flows': flowsMigration,
  '0002-counters': countersMigration,
  '0003-instances': async (db) => {
    await createInstances(db)
    await createInstanceIndexes(db)
  },
  '0004-instance-records': async (db) => {
    await db.schema
      .createTable('instance_faults')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('server_id', 'text', (column) => column.notNull())
      .addColumn('code', 'integer', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('details', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('instance_faults_by_server')
      .on('instance_faults')
      .columns(['server_id', 'created_at'])
      .execute()
    await createInstanceActions(db)
  },
  '0005-block-devices': async (db) => {
    await db.schema
      .createTable('block_device_mappings')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('server_id', 'text', (column) => column.notNull())
      .addColumn('source_type', 'text', (column) => column.notNull())
      .addColumn('destination_type', 'text', (column) => column.notNull())
      .addColumn('image_id', 'text')
      .addColumn('volume_id', 'text')
      .addColumn('snapshot_id', 'text')
      .addColumn('volume_size_gb', 'integer')
      .addColumn('volume_type', 'text')
      .addColumn('boot_index', 'integer')
      .addColumn('device_name', 'text')
      .addColumn('attachment_id', 'text')
      .addColumn('connection_info', 'text')
      .addColumn('delete_on_termination', 'integer', (column) => column.notNull())
      .addColumn('guest_format', 'text')
      .addColumn('tag', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'text')
      .execute()
    for (const column of ['server_id', 'volume_id', 'attachment_id'])
      await db.schema
        .createIndex(`block_device_mappings_by_${column}`)
        .on('block_device_mappings')
        .column(column)
        .execute()
  },
  '0006-hosts': async (db) => {
    await createServices(db)
    await createComputeNodes(db)
  },
  '0007-console-auth-tokens': async (db) => {
    await db.schema
      .createTable('console_auth_tokens')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('server_id', 'text', (column) => column.notNull())
      .addColumn('console_type', 'text', (column) => column.notNull())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('port', 'integer', (column) => column.notNull())
      .addColumn('internal_access_path', 'text')
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('console_auth_tokens_by_server')
      .on('console_auth_tokens')
      .column('server_id')
      .execute()
  },
  '0008-shadow-tables': createShadowTables,
  '0009-who-locked': async (db) => {
    for (const table of ['instances', shadowOf('instances')])
      await db.schema.alterTable(table).addColumn('locked_by', 'text').execute()
  },
  '0010-local-disks': async (db) => {
    for (const table of ['block_device_mappings', shadowOf('block_device_mappings')]) {
      await db.schema.alterTable(table).addColumn('swap_mb', 'integer').execute()
      await db.schema.alterTable(table).addColumn('disk_bus', 'text').execute()
    }
  },
  '0011-notifications': outboxMigration,
  '0012-migrations': createMigrations,
  '0013-guest-passwords': createGuestPasswords,
  '0014-host-facts': createHostFacts,
  '0015-servers-at-work': indexServersAtWork,
  '0016-task-log': createTaskLog,
  '0017-pci-devices': createPciDevices,
  '0018-console-tls-port': async (db) => {
    await db.schema.alterTable('console_auth_tokens').addColumn('tls_port', 'integer').execute()
  },
  '0019-numa': createNuma,
  '0020-flows-due': flowsDueMigration,
  '0021-servers-by-host': async (db) => {
    await db.schema.dropIndex('instances_by_host').execute()
    // The index includes the id, so that a host's report is compared without reading its servers' rows.
    await db.schema
      .createIndex('instances_by_host')
      .on('instances')
      .columns(['host', 'deleted_at', 'id'])
      .execute()
  },
  '0022-host-metrics': async (db) => {
    await db.schema.alterTable('compute_nodes').addColumn('metrics', 'text').execute()
  },
  '0023-volume-usage': createVolumeUsage,
  '0024-device-addresses': async (db) => {
    for (const table of ['instances', shadowOf('instances')])
      await db.schema.alterTable(table).addColumn('device_addresses', 'text').execute()
  },
  '0025-device-types': async (db) => {
    for (const table of ['block_device_mappings', shadowOf('block_device_mappings')])
      await db.schema.alterTable(table).addColumn('device_type', 'text').execute()
  },
}

const createInstances = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('instances')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('hostname', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('image_id', 'text')
    .addColumn('flavor', 'text', (column) => column.notNull())
    .addColumn('vcpus', 'integer', (column) => column.notNull())
    .addColumn('memory_mb', 'integer', (column) => column.notNull())
    .addColumn('image_properties', 'text', (column) => column.notNull())
    .addColumn('key_name', 'text')
    .addColumn('public_key', 'text')
    .addColumn('user_data', 'text')
    .addColumn('config_drive', 'integer', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('reservation_id', 'text', (column) => column.notNull())
    .addColumn('launch_index', 'integer', (column) => column.notNull())
    .addColumn('access_ip_v4', 'text')
    .addColumn('access_ip_v6', 'text')
    .addColumn('disk_config', 'text', (column) => column.notNull())
    .addColumn('availability_zone', 'text')
    .addColumn('locked', 'integer', (column) => column.notNull())
    .addColumn('locked_reason', 'text')
    .addColumn('host', 'text')
    .addColumn('node', 'text')
    .addColumn('launched_on', 'text')
    .addColumn('vm_state', 'text', (column) => column.notNull())
    .addColumn('task_state', 'text')
    .addColumn('power_state', 'integer', (column) => column.notNull())
    .addColumn('progress', 'integer', (column) => column.notNull())
    .addColumn('root_device_name', 'text')
    .addColumn('security_groups', 'text', (column) => column.notNull())
    .addColumn('network_info', 'text', (column) => column.notNull())
    .addColumn('sealed_secrets', 'text')
    .addColumn('trusted_image_certificates', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text')
    .addColumn('launched_at', 'text')
    .addColumn('terminated_at', 'text')
    .addColumn('deleted_at', 'text')
    .execute()
}

const createInstanceIndexes = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createIndex('instances_by_project')
    .on('instances')
    .columns(['project_id', 'deleted_at', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('instances_by_age')
    .on('instances')
    .columns(['deleted_at', 'created_at', 'id'])
    .execute()
  await db.schema.createIndex('instances_by_host').on('instances').columns(['host', 'deleted_at']).execute()
  await db.schema.createIndex('instances_by_change').on('instances').column('updated_at').execute()
  await db.schema.createIndex('instances_by_reservation').on('instances').column('reservation_id').execute()
}

const createInstanceActions = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('instance_actions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('server_id', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('start_time', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text')
    .execute()
  await db.schema
    .createIndex('instance_actions_by_request')
    .on('instance_actions')
    .columns(['server_id', 'request_id', 'action'])
    .unique()
    .execute()
  await db.schema
    .createIndex('instance_actions_by_server')
    .on('instance_actions')
    .columns(['server_id', 'start_time', 'id'])
    .execute()
  await db.schema
    .createTable('instance_action_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('action_id', 'text', (column) => column.notNull().references('instance_actions.id'))
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('host', 'text')
    .addColumn('start_time', 'text', (column) => column.notNull())
    .addColumn('finish_time', 'text')
    .addColumn('result', 'text')
    .addColumn('traceback', 'text')
    .execute()
  await db.schema
    .createIndex('instance_action_events_by_action')
    .on('instance_action_events')
    .columns(['action_id', 'start_time'])
    .execute()
}

const createServices = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('services')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('binary', 'text', (column) => column.notNull())
    .addColumn('disabled', 'integer', (column) => column.notNull())
    .addColumn('disabled_reason', 'text')
    .addColumn('forced_down', 'integer', (column) => column.notNull())
    .addColumn('report_count', 'integer', (column) => column.notNull())
    .addColumn('last_seen_at', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('services_by_role')
    .on('services')
    .columns(['binary', 'host'])
    .unique()
    .execute()
}

const createComputeNodes = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('compute_nodes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .addColumn('service_id', 'text', (column) =>
      column.notNull().references('services.id').onDelete('cascade'),
    )
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('vcpus', 'integer', (column) => column.notNull())
    .addColumn('memory_mb', 'integer', (column) => column.notNull())
    .addColumn('disk_gb', 'integer', (column) => column.notNull())
    .addColumn('vcpus_used', 'integer', (column) => column.notNull())
    .addColumn('memory_mb_used', 'integer', (column) => column.notNull())
    .addColumn('disk_gb_used', 'integer', (column) => column.notNull())
    .addColumn('running_vms', 'integer', (column) => column.notNull())
    .addColumn('hypervisor_type', 'text', (column) => column.notNull())
    .addColumn('hypervisor_version', 'integer', (column) => column.notNull())
    .addColumn('cpu_info', 'text', (column) => column.notNull())
    .addColumn('supported_instances', 'text', (column) => column.notNull())
    .addColumn('host_ip', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text')
    .execute()
  await db.schema
    .createIndex('compute_nodes_by_name')
    .on('compute_nodes')
    .columns(['host', 'node'])
    .unique()
    .execute()
}
