import type { MigrationSet } from '@nimbo/db/migrate'
import { outboxMigration } from '@nimbo/notifications/outbox-migration'
import type { CreateTableBuilder, Kysely } from 'kysely'

type Columns = readonly string[]

/** Columns every resource has. */
const standard = (db: Kysely<unknown>, table: string): CreateTableBuilder<string, string> =>
  db.schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('revision_number', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())

const withColumns = (
  table: CreateTableBuilder<string, string>,
  type: 'text' | 'integer',
  required: Columns,
  optional: Columns = [],
): CreateTableBuilder<string, string> => {
  const all = required.reduce((built, name) => built.addColumn(name, type, (c) => c.notNull()), table)
  return optional.reduce((built, name) => built.addColumn(name, type), all)
}

const index = (db: Kysely<unknown>, table: string, ...columns: string[]): Promise<void> =>
  db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()

const createNetworks = async (db: Kysely<unknown>): Promise<void> => {
  let table = standard(db, 'networks')
  table = withColumns(
    table,
    'text',
    ['name', 'description', 'status', 'provider_network_type', 'segment', 'availability_zone_hints'],
    ['provider_physical_network'],
  )
  table = withColumns(
    table,
    'integer',
    ['admin_state_up', 'shared', 'router_external', 'is_default', 'mtu', 'port_security_enabled'],
    ['provider_segmentation_id'],
  )
  await table.addUniqueConstraint('networks_segment', ['segment']).execute()
  await index(db, 'networks', 'project_id')
}

const createSubnets = async (db: Kysely<unknown>): Promise<void> => {
  let table = standard(db, 'subnets')
  table = withColumns(
    table,
    'text',
    [
      'network_id',
      'name',
      'description',
      'cidr',
      'allocation_pools',
      'dns_nameservers',
      'host_routes',
      'service_types',
    ],
    ['gateway_ip', 'ipv6_ra_mode', 'ipv6_address_mode', 'subnetpool_id'],
  )
  table = withColumns(table, 'integer', ['ip_version', 'enable_dhcp'])
  await table.addForeignKeyConstraint('subnets_network', ['network_id'], 'networks', ['id']).execute()
  await index(db, 'subnets', 'network_id')
  await index(db, 'subnets', 'project_id')
}

const createPorts = async (db: Kysely<unknown>): Promise<void> => {
  let table = standard(db, 'ports')
  table = withColumns(table, 'text', [
    'network_id',
    'name',
    'description',
    'status',
    'mac_address',
    'device_id',
    'device_owner',
    'allowed_address_pairs',
    'extra_dhcp_opts',
    'binding_host_id',
    'binding_vif_type',
    'binding_vif_details',
    'binding_profile',
    'binding_vnic_type',
  ])
  table = withColumns(table, 'integer', ['admin_state_up', 'port_security_enabled'])
  await table
    .addForeignKeyConstraint('ports_network', ['network_id'], 'networks', ['id'])
    .addUniqueConstraint('ports_mac_address', ['network_id', 'mac_address'])
    .execute()
  await index(db, 'ports', 'project_id')
  await index(db, 'ports', 'device_id')
  await index(db, 'ports', 'binding_host_id')
  await withColumns(db.schema.createTable('fixed_ips'), 'text', [
    'subnet_id',
    'ip_address',
    'port_id',
    'network_id',
  ])
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('fixed_ips_address', ['subnet_id', 'ip_address'])
    .addForeignKeyConstraint('fixed_ips_subnet', ['subnet_id'], 'subnets', ['id'])
    .addForeignKeyConstraint('fixed_ips_port', ['port_id'], 'ports', ['id'], (key) => key.onDelete('cascade'))
    .execute()
  await index(db, 'fixed_ips', 'port_id')
}

const createSecurityGroups = async (db: Kysely<unknown>): Promise<void> => {
  await withColumns(standard(db, 'security_groups'), 'text', ['name', 'description'], ['default_of'])
    .addColumn('stateful', 'integer', (column) => column.notNull())
    .addColumn('shared', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('security_groups_default', ['default_of'])
    .execute()
  await index(db, 'security_groups', 'project_id')
  const rules = withColumns(
    standard(db, 'security_group_rules'),
    'text',
    ['security_group_id', 'direction', 'ethertype', 'description', 'identity'],
    ['protocol', 'remote_ip_prefix', 'remote_group_id', 'remote_address_group_id'],
  )
  await withColumns(rules, 'integer', [], ['port_range_min', 'port_range_max'])
    .addForeignKeyConstraint('rules_group', ['security_group_id'], 'security_groups', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addUniqueConstraint('rules_identity', ['security_group_id', 'identity'])
    .execute()
  await index(db, 'security_group_rules', 'project_id')
  await index(db, 'security_group_rules', 'remote_group_id')
  await withColumns(db.schema.createTable('port_security_groups'), 'text', ['port_id', 'security_group_id'])
    .addPrimaryKeyConstraint('port_security_groups_pair', ['port_id', 'security_group_id'])
    .addForeignKeyConstraint('members_port', ['port_id'], 'ports', ['id'], (key) => key.onDelete('cascade'))
    .addForeignKeyConstraint('members_group', ['security_group_id'], 'security_groups', ['id'])
    .execute()
  await index(db, 'port_security_groups', 'security_group_id')
}

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

const createRest = async (db: Kysely<unknown>): Promise<void> => {
  await withColumns(db.schema.createTable('tags'), 'text', ['resource_id', 'tag'])
    .addPrimaryKeyConstraint('tags_pair', ['resource_id', 'tag'])
    .execute()
  await withColumns(db.schema.createTable('quotas'), 'text', ['project_id', 'resource'])
    .addColumn('hard_limit', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('quotas_pair', ['project_id', 'resource'])
    .execute()
}

const createComputeEvents = async (db: Kysely<unknown>): Promise<void> => {
  const events = db.schema
    .createTable('compute_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
  await withColumns(events, 'text', [
    'name',
    'server_id',
    'port_id',
    'status',
    'request_id',
    'trace_id',
    'span_id',
    'not_before',
  ])
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .execute()
}

export const migrations: MigrationSet = {
  '0001-networks': createNetworks,
  '0002-subnets': createSubnets,
  '0003-ports': createPorts,
  '0004-security-groups': createSecurityGroups,
  '0005-agents': createAgents,
  '0006-tags-and-quotas': createRest,
  '0007-compute-events': createComputeEvents,
  '0008-notifications': outboxMigration,
}
