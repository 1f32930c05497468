import {
  conntrackHelperNotifications,
  conntrackHelperOperations,
} from '@nimbo/contracts/network/conntrack-helper'
import type { Kysely } from 'kysely'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { parentsIn } from '../../api/served-kind.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { index, withColumns } from '../../create-tables.ts'
import { errors as routerErrors } from '../router/errors.ts'
import { routers } from '../router/routers.ts'
import { conntrackHelpers } from './conntrack-helpers.ts'
import { errors } from './errors.ts'

const createTable = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema
    .createTable('conntrack_helpers')
    .addColumn('id', 'text', (column) => column.primaryKey())
  await withColumns(withColumns(table, 'text', ['router_id', 'protocol', 'helper']), 'integer', ['port'])
    .addForeignKeyConstraint('helpers_router', ['router_id'], 'routers', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await index(db, 'conntrack_helpers', 'router_id')
}

export const conntrackHelperRoom = roomOf(
  conntrackHelperOperations,
  {
    ...simpleUseCases({ repository: conntrackHelpers, rowOf: (values) => values }),
    repository: conntrackHelpers,
    notFound: errors.ConntrackHelperNotFound,
    parents: parentsIn(routers, routerErrors.RouterNotFound),
  },
  {
    migrations: { '0061-conntrack-helpers': createTable },
    notifications: conntrackHelperNotifications,
    extensions: [
      extension('l3-conntrack-helper', 'Router conntrack helper', 'Protocols that open further connections'),
      extension(
        'expose-l3-conntrack-helper',
        'Expose CT helpers in Router',
        'Routers show the helpers they have',
      ),
    ],
  },
)
