import type { Context } from '@nimbo/kernel/context'
import { UserError } from '@nimbo/kernel/user-error'
import { cell0Id } from '../../db/cells/cell-mappings.ts'
import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import type { CellMappingRow } from '../../db/schema/api-tables.ts'
import type { ServerRecord } from '../../flows/server-record.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { chosenCells, openApi, openCell } from '../find-cell.ts'
import { healExitCodes } from './heal-exit-codes.ts'
import { type HealingDeps, type HealingWish, healServer } from './heal-server.ts'
import { serverOf, serversWithHost } from './servers-with-host.ts'

export interface HealingOrder extends HealingWish {
  /** The only server to heal. */
  readonly serverId: string | undefined
  /** The only cell to look into. */
  readonly cellId: string | undefined
  /** Stop after this many healed servers; all by default. */
  readonly maxCount: number | undefined
}

export interface Healed {
  readonly count: number
  readonly isMaxCountReached: boolean
}

const refuse = (reason: string): UserError => new UserError(reason, healExitCodes.invalid)

/** The cells to look into. */
const cellsFor = async (
  host: DatabaseHost,
  { serverId, cellId }: HealingOrder,
): Promise<readonly CellMappingRow[]> => {
  if (serverId === undefined) {
    const cells = await chosenCells(host, cellId)
    if (cellId !== undefined && cells.length === 0) throw refuse(`Cell with uuid ${cellId} was not found.`)
    return cells.filter(({ id }) => id !== cell0Id)
  }
  const itsCell = (await instanceMappings(await openApi(host), host.clock).find(serverId))?.cell_id
  if (itsCell == null)
    throw refuse(
      `Server ${serverId} is mapped to no cell: see nimbo manage cell_v2 verify_instance and map_instances.`,
    )
  return (await chosenCells(host, itsCell)).filter(({ id }) => id !== cell0Id)
}

/** The servers to look at, one cell after the other. */
async function* serversFor(
  host: DatabaseHost,
  order: HealingOrder,
  tell: HealingDeps['tell'],
): AsyncGenerator<ServerRecord, void, undefined> {
  for (const row of await cellsFor(host, order)) {
    tell(`Looking for servers in cell ${row.name} (${row.id})`)
    const cell = { id: row.id, db: await openCell(host, row), clock: host.clock }
    const only = order.serverId === undefined ? undefined : await serverOf(cell, order.serverId)
    if (only !== undefined) yield only
    if (order.serverId === undefined) yield* serversWithHost(cell)
  }
}

/** Heals the allocations of servers, the oldest of each cell first. An error ends it: what has been healed stays so. */
export const healAllocations = async (
  host: DatabaseHost,
  deps: Omit<HealingDeps, 'clock'>,
  ctx: Context,
  order: HealingOrder,
): Promise<Healed> => {
  let count = 0
  for await (const record of serversFor(host, order, deps.tell)) {
    if (!(await healServer({ ...deps, clock: host.clock }, ctx, record, order))) continue
    count += 1
    if (count === order.maxCount) return { count, isMaxCountReached: true }
  }
  return { count, isMaxCountReached: false }
}
