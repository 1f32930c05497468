import { openStatuses } from '@nimbo/contracts/compute/migration-kind'
import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import { allOrNone } from '@nimbo/db/all-or-none'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { instances } from '../../db/servers/instances.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import type { EvacuateServer } from '../../domain/server-actions/operations.ts'
import { endPart } from '../action-parts.ts'
import type { FlowDeps, HoldsParts, InCell } from '../flow-deps.ts'
import { evacuatePart, rebuildServerPart } from '../moves/move-parts.ts'
import { recordMoved } from '../moves/record-moved.ts'
import { serverInCell } from '../server-record.ts'

export const recordEvacuated = async (
  ctx: Context,
  { serverId, migrationId, running, moved }: EvacuateServer & { readonly moved: Moved },
  deps: FlowDeps & InCell & Pick<HoldsParts, 'placement'>,
): Promise<void> => {
  const { clock } = deps
  await deps.placement.release(ctx, migrationId)
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  await allOrNone(record.cell, (trx) =>
    deps.notices.changing(trx, ctx, serverId, async () => {
      const vmState = running ? 'active' : 'stopped'
      const changes = { vmState, launchedAt: timestamp(clock), progress: 100, sealedSecrets: null } as const
      await recordMoved(trx, clock, serverId, { moved, changes })
      await instances(trx, clock).endTask(serverId)
      await migrations(trx, clock).change(migrationId, { from: openStatuses, to: { status: 'done' } })
      await endPart(deps, trx, ctx, serverId, evacuatePart(record.server))
      await endPart(deps, trx, ctx, serverId, rebuildServerPart)
    }),
  )
}
