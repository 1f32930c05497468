import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'
import { index, standard, withColumns } from '../../create-tables.ts'

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

export const migrations: MigrationSet = {
  '0002-subnets': createSubnets,
}
