import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'
import { index, standard, withColumns } from '../../create-tables.ts'

const createRouters = async (db: Kysely<unknown>): Promise<void> => {
  const table = withColumns(standard(db, 'routers'), 'text', [
    'name',
    'description',
    'status',
    'routes',
    'availability_zone_hints',
  ])
  await withColumns(table, 'integer', ['admin_state_up', 'distributed', 'ha']).execute()
  await index(db, 'routers', 'project_id')
  const gateways = withColumns(db.schema.createTable('router_gateways'), 'text', [
    'port_id',
    'router_id',
    'network_id',
  ])
  await withColumns(gateways, 'integer', ['position', 'enable_snat'])
    .addPrimaryKeyConstraint('router_gateways_port', ['port_id'])
    .addForeignKeyConstraint('gateways_port', ['port_id'], 'ports', ['id'], (key) => key.onDelete('cascade'))
    .addForeignKeyConstraint('gateways_router', ['router_id'], 'routers', ['id'])
    .execute()
  await index(db, 'router_gateways', 'router_id')
  await index(db, 'router_gateways', 'network_id')
  await withColumns(db.schema.createTable('router_bindings'), 'text', ['router_id', 'host'])
    .addPrimaryKeyConstraint('router_bindings_router', ['router_id'])
    .addForeignKeyConstraint('bindings_router', ['router_id'], 'routers', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await index(db, 'router_bindings', 'host')
}

const createAvailability = async (db: Kysely<unknown>): Promise<void> => {
  await withColumns(db.schema.createTable('ha_bindings'), 'text', ['router_id', 'host', 'port_id', 'state'])
    .addPrimaryKeyConstraint('ha_bindings_pair', ['router_id', 'host'])
    .addForeignKeyConstraint('ha_bindings_router', ['router_id'], 'routers', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await index(db, 'ha_bindings', 'host')
  await withColumns(db.schema.createTable('ha_networks'), 'text', ['project_id', 'network_id'])
    .addPrimaryKeyConstraint('ha_networks_project', ['project_id'])
    .addForeignKeyConstraint('ha_networks_network', ['network_id'], 'networks', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  const texts = ['network_id', 'router_id']
  await withColumns(withColumns(db.schema.createTable('ha_virtual_routers'), 'text', texts), 'integer', [
    'vr_id',
  ])
    .addPrimaryKeyConstraint('ha_virtual_routers_number', ['network_id', 'vr_id'])
    .addUniqueConstraint('ha_virtual_routers_router', ['router_id'])
    .addForeignKeyConstraint('ha_virtual_routers_of', ['router_id'], 'routers', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
}

const createHostMacs = async (db: Kysely<unknown>): Promise<void> => {
  await withColumns(db.schema.createTable('dvr_host_macs'), 'text', ['host', 'mac_address'])
    .addPrimaryKeyConstraint('dvr_host_macs_host', ['host'])
    .addUniqueConstraint('dvr_host_macs_address', ['mac_address'])
    .execute()
}

export const migrations: MigrationSet = {
  '0020-routers': createRouters,
  '0094-router-availability': createAvailability,
  '0095-dvr-host-macs': createHostMacs,
}
