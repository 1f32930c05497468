import type { MigrationSet } from '@nimbo/db/migrate'
import { putInKeyOrder } from '@nimbo/db/put-in-key-order'
import { type Kysely, sql } from 'kysely'
import { index, standard, withColumns } from '../../create-tables.ts'

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

/** Columns for DNS names, and for the VIF details that hypervisors read. */
const describePorts = async (db: Kysely<unknown>): Promise<void> => {
  const named = (name: string, usual: string) =>
    db.schema
      .alterTable('ports')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(usual))
      .execute()
  await named('dns_name', '')
  await named('dns_domain', '')
  await named('ip_allocation', 'immediate')
  await db.schema
    .alterTable('ports')
    .addColumn('propagate_uplink_status', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  for (const name of ['numa_affinity_policy', 'hints', 'device_profile', 'hardware_offload_type'])
    await db.schema.alterTable('ports').addColumn(name, 'text').execute()
}

/** Adds an index for finding the ports of routers and DHCP on a network, which may have thousands of guest ports. */
const indexOwnersOnNetwork = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createIndex('ports_device_owner')
    .on('ports')
    .columns(['network_id', 'device_owner'])
    .execute()
}

/**
 * Replaces indexes by partial ones, with only the few ports that are looked up by them, so that writing other ports costs
 * nothing.
 */
const indexFewPorts = async (db: Kysely<unknown>): Promise<void> => {
  for (const name of ['ports_device_owner', 'ports_qos_policy_id']) await db.schema.dropIndex(name).execute()
  await db.schema
    .createIndex('ports_with_qos_policy')
    .on('ports')
    .column('qos_policy_id')
    .where(sql.ref('qos_policy_id'), 'is not', null)
    .execute()
  for (const [name, owner] of [
    ['ports_of_distributed_routers', 'network:router_interface_distributed'],
    ['ports_of_agent_gateways', 'network:floatingip_agent_gateway'],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('ports')
      .column('network_id')
      .where(sql.ref('device_owner'), '=', owner)
      .execute()
}

const keepAddressesInKeyOrder = async (db: Kysely<unknown>): Promise<void> => {
  const names = ['subnet_id', 'ip_address', 'port_id', 'network_id']
  await putInKeyOrder(db, {
    table: 'fixed_ips',
    columns: [...names, 'position'],
    build: (created) =>
      withColumns(created, 'text', names)
        .addColumn('position', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('fixed_ips_address', ['subnet_id', 'ip_address'])
        .addForeignKeyConstraint('fixed_ips_subnet', ['subnet_id'], 'subnets', ['id'])
        .addForeignKeyConstraint('fixed_ips_port', ['port_id'], 'ports', ['id'], (key) =>
          key.onDelete('cascade'),
        ),
    index: () => index(db, 'fixed_ips', 'port_id'),
  })
}

export const migrations: MigrationSet = {
  '0003-ports': createPorts,
  '0011-described-ports': describePorts,
  '0100-owners-on-network': indexOwnersOnNetwork,
  '0101-few-ports': indexFewPorts,
  '0102-addresses-in-key-order': keepAddressesInKeyOrder,
}
