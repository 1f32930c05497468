import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import { allOrNone } from '@nimbo/db/all-or-none'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { instances } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import type { ResizeServer } from '../../domain/server-actions/operations.ts'
import { endPart } from '../action-parts.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { coldMigratePart, settlePart } from '../moves/move-parts.ts'
import { recordMoved } from '../moves/record-moved.ts'
import { serverInCell } from '../server-record.ts'

/** Records a finished resize: the server waits until a user confirms or reverts it. */
export const recordResized = async (
  ctx: Context,
  { serverId, migrationId, flavor, moved }: ResizeServer & { readonly moved: Moved },
  deps: FlowDeps & InCell,
): Promise<void> => {
  const { databases, clock } = deps
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  await requestSpecs(databases.api, clock).setFlavor(serverId, flavor)
  await allOrNone(record.cell, (trx) =>
    deps.notices.changing(trx, ctx, serverId, async () => {
      const changes = { vmState: 'resized', launchedAt: timestamp(clock) } as const
      await recordMoved(trx, clock, serverId, { moved, changes })
      await instances(trx, clock).endTask(serverId)
      await migrations(trx, clock).change(migrationId, {
        from: ['post-migrating'],
        to: { status: 'finished' },
      })
      await endPart(deps, trx, ctx, serverId, settlePart)
      await endPart(deps, trx, ctx, serverId, coldMigratePart)
    }),
  )
}
