import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'
import { index, standard, withColumns } from '../../create-tables.ts'

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

const nameDomains = (db: Kysely<unknown>): Promise<void> =>
  db.schema
    .alterTable('networks')
    .addColumn('dns_domain', 'text', (column) => column.notNull().defaultTo(''))
    .execute()

export const migrations: MigrationSet = {
  '0001-networks': createNetworks,
  '0012-domains-of-networks': nameDomains,
}
