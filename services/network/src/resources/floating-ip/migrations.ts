import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'
import { index, standard, withColumns } from '../../create-tables.ts'

const createFloatingIps = async (db: Kysely<unknown>): Promise<void> => {
  await withColumns(
    standard(db, 'floatingips'),
    'text',
    [
      'description',
      'floating_network_id',
      'floating_ip_address',
      'floating_port_id',
      'status',
      'dns_name',
      'dns_domain',
    ],
    ['port_id', 'fixed_ip_address', 'router_id'],
  )
    .addForeignKeyConstraint('floatingips_port', ['port_id'], 'ports', ['id'])
    .addForeignKeyConstraint('floatingips_router', ['router_id'], 'routers', ['id'])
    // Concurrent requests may associate the same fixed IP twice: the unique constraint decides.
    .addUniqueConstraint('floatingips_fixed', ['floating_network_id', 'port_id', 'fixed_ip_address'])
    .execute()
  await index(db, 'floatingips', 'project_id')
  await index(db, 'floatingips', 'port_id')
  await index(db, 'floatingips', 'router_id')
}

export const migrations: MigrationSet = {
  '0021-floating-ips': createFloatingIps,
}
