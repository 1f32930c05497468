import { openStatuses } from '@nimbo/contracts/compute/migration-kind'
import { step } from '@nimbo/durable/step'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instances } from '../../db/servers/instances.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import type { DeleteServer } from '../../domain/server-actions/operations.ts'
import { beginPart, deletePart } from '../action-parts.ts'
import type { FlowDeps, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { moveOnHostIfUp } from '../moves/move-on-host.ts'
import { terminateOnHost } from '../terminate-on-host.ts'

/** The source host of a resized server deletes the disks it kept. */
const forgetMove = async (
  deps: FlowDeps & InCell & SpeaksToHosts,
  ctx: Context,
  { serverId, cell }: { readonly serverId: ServerId; readonly cell: Kysely<CellTables> },
): Promise<void> => {
  const open = await migrations(cell, deps.clock).newest(serverId, openStatuses)
  if (open?.source_compute == null) return
  const move = { part: 'forget', migrationId: open.id } as const
  await moveOnHostIfUp(deps, ctx, { serverId, host: open.source_compute, move })
}

/** Removes the guest and its disks, wherever they are. */
export const terminate = step<DeleteServer, FlowDeps & InCell & SpeaksToHosts>()({
  name: 'terminate',
  waitsOut: isOutage,
  run: async (ctx, { serverId }, deps) => {
    const { databases, clock, cellId } = deps
    const cell = await databases.cell(cellId)
    const server = await instances(cell, clock).findPart(serverId, ['host'])
    if (server === undefined) return
    const { host } = server
    await beginPart(deps, cell, ctx, serverId, { ...deletePart, host })
    if (host !== null) await terminateOnHost(deps, ctx, { serverId, cellId, host })
    await forgetMove(deps, ctx, { serverId, cell })
  },
  nothingToUndo: 'a deleted guest cannot be brought back',
})
