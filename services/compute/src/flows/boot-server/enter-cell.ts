import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import { blockDevices } from '../../db/servers/block-devices.ts'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instanceActions } from '../../db/servers/instance-actions.ts'
import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import { instances } from '../../db/servers/instances.ts'
import { requestedServer } from '../../db/servers/requested-server.ts'
import { newServer } from '../../domain/servers/new-server.ts'
import type { BlockDevice } from '../../domain/servers/request-spec.ts'
import type { Server } from '../../domain/servers/server.ts'
import { buildTasks } from '../../domain/servers/states.ts'
import type { FlowDeps } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { leaveCell } from '../forget-server.ts'

/** How a server enters a cell. */
export interface CellEntry {
  readonly serverId: string
  readonly cellId: string
  /** The cell that the mapping has so far; none if absent. */
  readonly from?: string | null
  readonly state: Partial<Pick<Server, 'availabilityZone' | 'vmState' | 'sealedSecrets'>>
  /** Further rows to write in the same transaction. */
  readonly alongside?: (trx: Kysely<CellTables>) => Promise<void>
}

type Deps = Pick<FlowDeps, 'databases' | 'clock' | 'notices'>

/**
 * Sets the cell in a server's mapping, then inserts the server there. In this order, a reader of the mapping finds the
 * server still pending in between; in the other, a crash followed by a deletion would leave a server that nobody finds.
 * A worker that lost its lease may call this late, at any moment. If the new worker put the server elsewhere or deleted
 * it, the update of the mapping fails; if the server is in the cell already, the insertion fails. And because the new
 * worker first changes the mapping and then checks the cell named there, while this one first inserts and then checks
 * the mapping, at least one of them notices the other. Throws `ServerGone`.
 */
export const enterCell = async (deps: Deps, ctx: Context, entry: CellEntry): Promise<void> => {
  const { databases, clock } = deps
  const { serverId, cellId, from = null, state } = entry
  const cell = await databases.cell(cellId)
  const { spec, build, deleteRequested } = (await requestedServer(databases.api, serverId)) ?? {}
  // Once the server is in a cell, the request for its build is deleted.
  if (spec === undefined || build === undefined || deleteRequested) return enterAgain(deps, cell, entry)
  const mappings = instanceMappings(databases.api, clock)
  if (!(await mappings.enter(serverId, cellId, from))) throw errors.ServerGone({ serverId })
  if (from !== null && from !== cellId) await leaveCell(deps, ctx, serverId, from)
  const number = await instances(cell, clock).newNumber()
  const server = { ...newServer(spec, build), ...state, number, taskState: null }
  const created = { server, disks: build.blockDevices, alongside: entry.alongside }
  if (!(await createServer(deps, ctx, cell, created))) return enterAgain(deps, cell, entry)
  const mapping = await mappings.find(serverId)
  if (mapping?.cell_id === cellId && mapping.queued_for_delete === 0) return
  await leaveCell(deps, ctx, serverId, cellId)
  throw errors.ServerGone({ serverId })
}

/** Resets a server that is in the cell already, so that it waits for the next host. Throws `ServerGone` if it is deleted. */
const enterAgain = async (
  { databases, clock }: Deps,
  cell: Kysely<CellTables>,
  { serverId, cellId, from = null, state }: CellEntry,
): Promise<void> => {
  const present = await instances(cell, clock).findPart(serverId, ['deletedAt'], { deleted: true })
  if (present === undefined || present.deletedAt !== null) throw errors.ServerGone({ serverId })
  if (!(await instanceMappings(databases.api, clock).enter(serverId, cellId, from)))
    throw errors.ServerGone({ serverId })
  const waiting = { vmStates: ['building'], taskStates: buildTasks, host: null } as const
  await instances(cell, clock).transition(serverId, { from: waiting, to: { ...state, taskState: null } })
}

interface NewInCell {
  readonly server: Server
  readonly disks: readonly BlockDevice[]
  readonly alongside: CellEntry['alongside'] | undefined
}

/** Inserts the server with its disks; false, and nothing changes, if another worker has inserted it meanwhile. */
const createServer = (
  { clock }: Deps,
  ctx: Context,
  cell: Kysely<CellTables>,
  { server, disks, alongside }: NewInCell,
): Promise<boolean> =>
  allOrNone(cell, async (trx) => {
    if (!(await instances(trx, clock).create(server))) return false
    await blockDevices(trx, clock).insert(server.id, disks)
    await instanceActions(trx, clock).begin(ctx, server.id, 'create')
    await alongside?.(trx)
    return true
  })
