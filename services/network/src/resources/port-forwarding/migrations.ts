import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'
import { index, withColumns } from '../../create-tables.ts'

const createPortForwardings = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema
    .createTable('port_forwardings')
    .addColumn('id', 'text', (column) => column.primaryKey())
  await withColumns(
    withColumns(table, 'text', [
      'floatingip_id',
      'internal_port_id',
      'internal_ip_address',
      'internal_port_range',
      'external_port_range',
      'protocol',
      'description',
    ]),
    'integer',
    [],
    ['internal_port', 'external_port'],
  )
    .addForeignKeyConstraint('forwardings_floatingip', ['floatingip_id'], 'floatingips', ['id'])
    .addForeignKeyConstraint('forwardings_port', ['internal_port_id'], 'ports', ['id'])
    .execute()
  await index(db, 'port_forwardings', 'floatingip_id')
  await index(db, 'port_forwardings', 'internal_port_id')
}

export const migrations: MigrationSet = {
  '0060-port-forwardings': createPortForwardings,
}
