import { tagOperations } from '@nimbo/contracts/network/tags'
import {
  addSubports,
  getSubports,
  removeSubports,
  subPortRequests,
  trunk,
  trunkNotifications,
  trunkOperations,
} from '@nimbo/contracts/network/trunk'
import { handlersOf } from '@nimbo/http/handle'
import type { Kysely } from 'kysely'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { lookUpIn } from '../../api/served-kind.ts'
import { networkViews } from '../../api/views.ts'
import type { Deps } from '../../app/deps.ts'
import { valuesOf } from '../../app/draft.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { index, standard, withColumns } from '../../create-tables.ts'
import { errors as general } from '../../errors.ts'
import { addSubPorts, createTrunks, deleteTrunk, removeSubPorts } from './change-trunks.ts'
import { errors } from './errors.ts'
import { trunks } from './trunks.ts'

const createTables = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('ports').addColumn('trunk_id', 'text').execute()
  await withColumns(standard(db, 'trunks'), 'text', ['name', 'description', 'port_id', 'status'])
    .addColumn('admin_state_up', 'integer', (column) => column.notNull())
    .addUniqueConstraint('trunks_port', ['port_id'])
    .execute()
  await index(db, 'trunks', 'project_id')
  const subPorts = db.schema
    .createTable('sub_ports')
    .addColumn('port_id', 'text', (column) => column.primaryKey())
    .addColumn('trunk_id', 'text', (column) => column.notNull())
    .addColumn('segmentation_type', 'text', (column) => column.notNull())
    .addColumn('segmentation_id', 'integer', (column) => column.notNull())
  await subPorts
    .addForeignKeyConstraint('sub_ports_trunk', ['trunk_id'], 'trunks', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addUniqueConstraint('sub_ports_apart', ['trunk_id', 'segmentation_type', 'segmentation_id'])
    .execute()
}

const handle = handlersOf<Deps>()({ trunk: lookUpIn(trunks, errors.TrunkNotFound) })
const view = networkViews(trunk)([])

const asked = (given: unknown) => {
  const result = subPortRequests.accept(given)
  if ('problem' in result) throw general.InvalidInput({ reason: result.problem })
  return result.value
}

const { update } = simpleUseCases({
  repository: trunks,
  rowOf: ({ sub_ports: _subPorts, ...values }) => ({ ...values, status: 'DOWN' as const }),
})

export const trunkRoom = roomOf(
  trunkOperations,
  {
    repository: trunks,
    notFound: errors.TrunkNotFound,
    create: (deps) => (ctx, drafts) => createTrunks(deps)(ctx, valuesOf(drafts)),
    update,
    delete: deleteTrunk,
  },
  {
    migrations: { '0054-trunks': createTables },
    notifications: trunkNotifications,
    tags: tagOperations(trunk, 'TrunkNotFound'),
    extensions: [
      extension('trunk', 'Trunk Extension', 'Ports that carry others'),
      extension('trunk-details', 'Trunk port details', 'What a port carries'),
    ],
    routes: [
      handle(addSubports, async ({ app, ctx, found, body, allows }) =>
        view(allows, await addSubPorts(app)(ctx, found.trunk, asked(body.sub_ports))),
      ),
      handle(removeSubports, async ({ app, ctx, found, body, allows }) =>
        view(allows, await removeSubPorts(app)(ctx, found.trunk, asked(body.sub_ports))),
      ),
      handle(getSubports, async ({ app, found }) => ({
        sub_ports: [...(await trunks.complete(app.db, found.trunk, ['sub_ports'])).sub_ports],
      })),
    ],
  },
)
