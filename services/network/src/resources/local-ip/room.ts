import { localIpNotifications, localIpOperations } from '@nimbo/contracts/network/local-ip'
import type { Kysely } from 'kysely'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { valuesOf } from '../../app/draft.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { index, standard, withColumns } from '../../create-tables.ts'
import { createLocalIps } from './create-local-ips.ts'
import { deleteLocalIp } from './delete-local-ip.ts'
import { errors } from './errors.ts'
import { localIps } from './local-ips.ts'

const createTables = async (db: Kysely<unknown>): Promise<void> => {
  await withColumns(
    standard(db, 'local_ips'),
    'text',
    ['name', 'description', 'ip_mode'],
    ['local_port_id', 'network_id', 'local_ip_address'],
  )
    .addForeignKeyConstraint('local_ips_port', ['local_port_id'], 'ports', ['id'])
    .execute()
  await index(db, 'local_ips', 'project_id')
  await index(db, 'local_ips', 'local_port_id')
  const associations = db.schema
    .createTable('port_associations')
    .addColumn('id', 'text', (column) => column.primaryKey())
  await withColumns(associations, 'text', ['local_ip_id', 'local_ip_address', 'fixed_port_id'], ['fixed_ip'])
    .addForeignKeyConstraint('associations_local_ip', ['local_ip_id'], 'local_ips', ['id'])
    .addForeignKeyConstraint('associations_port', ['fixed_port_id'], 'ports', ['id'])
    .execute()
  await index(db, 'port_associations', 'local_ip_id')
  await index(db, 'port_associations', 'fixed_port_id')
  await db.schema
    .alterTable('networks')
    .addColumn('local_ips', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

export const localIpRoom = roomOf(
  localIpOperations,
  {
    ...simpleUseCases({ repository: localIps, rowOf: (values) => values }),
    create: (deps) => (ctx, drafts) => createLocalIps(deps)(ctx, valuesOf(drafts)),
    delete: deleteLocalIp,
    repository: localIps,
    notFound: errors.LocalIPNotFound,
  },
  {
    migrations: { '0091-local-ips': createTables },
    notifications: localIpNotifications,
    extensions: [extension('local_ip', 'Local IP', 'Addresses that stand for a port of the host one is on')],
  },
)
