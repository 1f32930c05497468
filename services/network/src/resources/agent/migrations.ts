import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'
import { index, withColumns } from '../../create-tables.ts'

const createAgents = async (db: Kysely<unknown>): Promise<void> => {
  const agents = db.schema.createTable('agents').addColumn('id', 'text', (column) => column.primaryKey())
  await withColumns(
    agents,
    'text',
    [
      'host',
      'agent_type',
      'binary',
      'topic',
      'availability_zone',
      'configurations',
      'vif_type',
      'created_at',
      'started_at',
      'heartbeat_timestamp',
    ],
    ['description'],
  )
    .addColumn('admin_state_up', 'integer', (column) => column.notNull())
    .addUniqueConstraint('agents_host', ['agent_type', 'host'])
    .execute()
  await withColumns(db.schema.createTable('dhcp_bindings'), 'text', ['network_id', 'host'])
    .addPrimaryKeyConstraint('dhcp_bindings_pair', ['network_id', 'host'])
    .addForeignKeyConstraint('dhcp_bindings_network', ['network_id'], 'networks', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await index(db, 'dhcp_bindings', 'host')
}

const addResourcesSynced = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('agents').addColumn('resources_synced', 'integer').execute()
}

const indexHosts = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.createIndex('agents_by_host').on('agents').column('host').execute()
}

export const migrations: MigrationSet = {
  '0005-agents': createAgents,
  '0096-agents-resources-synced': addResourcesSynced,
  '0099-agents-by-host': indexHosts,
}
