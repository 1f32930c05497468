import type { TaskState } from '@nimbo/contracts/compute/states'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { ServerChanges } from '../../db/servers/instances.ts'
import type { ServerPlace } from '../../domain/server-actions/operations.ts'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { bootsFromVolume } from '../../domain/scheduling/requested-resources.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { type ServerRecord, serverInCell } from '../server-record.ts'

/** The moving server. Throws `ServerGone`. */
export const serverThatMoves = async (
  deps: FlowDeps & InCell,
  serverId: ServerId,
): Promise<ServerRecord & { readonly fromVolume: boolean }> => {
  const record = await serverInCell(deps, serverId)
  if (record === undefined) throw errors.ServerGone({ serverId })
  return { ...record, fromVolume: bootsFromVolume(record.disks) }
}

interface Shown {
  /** The task states that the server may have before. */
  readonly from: readonly (TaskState | null)[]
  readonly to: TaskState
  readonly changes?: ServerChanges
  /** Further notifications, sent in the same transaction. */
  readonly also?: (trx: Kysely<CellTables>) => Promise<void>
}

/** Shows the progress of a move. Throws `ServerGone` when the server has another task, which can only be its deletion. */
export const showMove = async (
  { notices }: Pick<FlowDeps, 'notices'>,
  ctx: Context,
  { server, cell }: ServerRecord,
  { from, to, changes, also }: Shown,
): Promise<void> => {
  const shown = await notices.together(cell, async (trx) => {
    const changed = await notices.transitioning(trx, ctx, server.id, {
      from: { taskStates: from },
      to: { ...changes, taskState: to },
    })
    if (changed) await also?.(trx)
    return changed
  })
  if (!shown) throw errors.ServerGone({ serverId: server.id })
}

/** The changes that put a server in a place. */
export const placedAt = ({ host, node, availabilityZone, flavor }: ServerPlace): ServerChanges => ({
  host,
  node,
  availabilityZone,
  flavor,
})
