import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { openStatuses } from '@nimbo/contracts/compute/migration-kind'
import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { instances } from '../../db/servers/instances.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import type { LiveMigrateServer } from '../../domain/server-actions/operations.ts'
import { keepExports } from '../../resources/keep-exports.ts'
import { keepBinding } from '../../resources/move-bindings.ts'
import { endPart } from '../action-parts.ts'
import type { BindsPorts, FlowDeps, HoldsParts, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { moveOnHostIfUp } from '../moves/move-on-host.ts'
import { recordMoved } from '../moves/record-moved.ts'
import { placedAt } from '../moves/server-that-moves.ts'
import { serverInCell } from '../server-record.ts'
import { liveMigratePart, postPart, postNotification } from './live-migration-parts.ts'

interface Migrated extends LiveMigrateServer {
  readonly destination: Destination
  readonly moved: Moved
}

/** Moves the server to its new host in the database, and removes what is left of it on the old host. */
export const recordLiveMigrated = async (
  ctx: Context,
  { serverId, migrationId, source, destination, flavor, moved }: Migrated,
  deps: FlowDeps & InCell & SpeaksToHosts & BindsPorts & HoldsParts,
): Promise<void> => {
  const { clock, notices } = deps
  const record = await serverInCell(deps, serverId)
  await deps.placement.release(ctx, migrationId)
  if (record === undefined) return
  const changes = { ...placedAt({ ...destination, flavor }), progress: 0 }
  // The task state is cleared last, because until then no other action can start.
  await allOrNone(record.cell, (trx) => recordMoved(trx, clock, serverId, { moved, changes }))
  const recorded = (await serverInCell(deps, serverId)) ?? record
  await keepExports(deps.volume, ctx, recorded)
  await keepBinding(deps, ctx, { serverId, host: destination.host })
  await moveOnHostIfUp(deps, ctx, { serverId, host: source.host, move: { part: 'vacate' } })
  await allOrNone(record.cell, (trx) =>
    notices.changing(trx, ctx, serverId, async () => {
      await instances(trx, clock).endTask(serverId)
      const completed = { from: openStatuses, to: { status: 'completed' } } as const
      if (await migrations(trx, clock).change(migrationId, completed))
        await notices.ended(trx, ctx, serverId, postNotification)
      await endPart(deps, trx, ctx, serverId, postPart)
      await endPart(deps, trx, ctx, serverId, liveMigratePart)
    }),
  )
}
