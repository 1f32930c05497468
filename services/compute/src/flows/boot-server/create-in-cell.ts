import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { allOrNone } from '@nimbo/db/all-or-none'
import { step } from '@nimbo/durable/step'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import { blockDevices } from '../../db/block-devices.ts'
import type { CellTables } from '../../db/cell-tables.ts'
import { instanceActions } from '../../db/instance-actions.ts'
import { instanceMappings } from '../../db/instance-mappings.ts'
import { instances } from '../../db/instances.ts'
import { requestedServer } from '../../db/requested-server.ts'
import { newServer } from '../../domain/new-server.ts'
import type { BootServer } from '../../domain/operations.ts'
import type { Server } from '../../domain/server.ts'
import type { FlowDeps } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { isOutage } from '../is-outage.ts'

/** Line 18: the server enters the cell of its host. At another try it is there already and only waits anew. */
export const createInCell = step<BootServer & { readonly destination: Destination }, FlowDeps>()({
  name: 'create-in-cell',
  waitsOut: isOutage,
  run: (ctx, { serverId, destination }, deps) =>
    deps.tracer.span(
      ctx,
      'create-in-cell',
      async () => {
        const { cellId, availabilityZone } = destination
        await enterCell(deps, ctx, serverId, cellId, { availabilityZone })
        return { cellId }
      },
      { resource: serverId },
    ),
  nothingToUndo:
    'users see the server in its cell from now on; whether it stays there in ERROR or goes is decided at the end',
})

/**
 * Says in a server's mapping which cell it is to be in, then writes it there. Whoever follows the mapping in between finds
 * it still on its way; the other way round, a crash and a deletion would leave a server that nobody finds. What `alongside`
 * writes is there when the server is first seen in the cell.
 */
export const enterCell = async (
  { databases, clock }: Pick<FlowDeps, 'databases' | 'clock'>,
  ctx: Context,
  serverId: string,
  cellId: string,
  state: Partial<Pick<Server, 'availabilityZone' | 'vmState'>>,
  alongside: (trx: Kysely<CellTables>) => Promise<void> = async () => {},
): Promise<void> => {
  const { api } = databases
  const cell = await databases.cell(cellId)
  const present = await instances(cell, clock).findPart(serverId, ['deletedAt'], { deleted: true })
  if (present?.deletedAt != null) throw errors.ServerGone({ serverId })
  if (present !== undefined) {
    await instanceMappings(api, clock).setCell(serverId, cellId)
    await instances(cell, clock).update(serverId, { ...state, taskState: null })
  } else {
    const { spec, build, deleteRequested } = (await requestedServer(api, serverId)) ?? {}
    if (spec === undefined || build === undefined || deleteRequested) throw errors.ServerGone({ serverId })
    await instanceMappings(api, clock).setCell(serverId, cellId)
    const number = await instances(cell, clock).newNumber()
    const server = { ...newServer(spec, build), ...state, number, taskState: null }
    await allOrNone(cell, async (trx) => {
      await instances(trx, clock).create(server)
      await blockDevices(trx, clock).insert(serverId, build.blockDevices)
      await instanceActions(trx, clock).begin(ctx, serverId, 'create')
      await alongside(trx)
    })
  }
}
