import { ndpProxyNotifications, ndpProxyOperations } from '@nimbo/contracts/network/ndp-proxy'
import type { Kysely } from 'kysely'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { valuesOf } from '../../app/draft.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { index, standard, withColumns } from '../../create-tables.ts'
import { createNdpProxies } from './create-ndp-proxies.ts'
import { errors } from './errors.ts'
import { ndpProxies } from './ndp-proxies.ts'

const createTables = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable('routers')
    .addColumn('enable_ndp_proxy', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await withColumns(standard(db, 'ndp_proxies'), 'text', [
    'name',
    'description',
    'router_id',
    'port_id',
    'ip_address',
  ])
    .addForeignKeyConstraint('proxies_router', ['router_id'], 'routers', ['id'])
    .addForeignKeyConstraint('proxies_port', ['port_id'], 'ports', ['id'])
    .addUniqueConstraint('proxies_address', ['router_id', 'ip_address'])
    .execute()
  await index(db, 'ndp_proxies', 'project_id')
  await index(db, 'ndp_proxies', 'port_id')
}

export const ndpProxyRoom = roomOf(
  ndpProxyOperations,
  {
    ...simpleUseCases({
      repository: ndpProxies,
      rowOf: (values) => ({ ...values, ip_address: values.ip_address ?? '' }),
    }),
    create: (deps) => (ctx, drafts) => createNdpProxies(deps)(ctx, valuesOf(drafts)),
    repository: ndpProxies,
    notFound: errors.NDPProxyNotFound,
  },
  {
    migrations: { '0090-ndp-proxies': createTables },
    notifications: ndpProxyNotifications,
    extensions: [
      extension('l3-ndp-proxy', 'Router support for NDP proxy', 'Routers answer for addresses behind them'),
    ],
  },
)
