import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { instances } from '../../db/servers/instances.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import type { EndResize } from '../../domain/server-actions/operations.ts'
import { endPart } from '../action-parts.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { confirmPart } from '../moves/move-parts.ts'
import { serverInCell } from '../server-record.ts'

export const recordConfirmed = async (
  ctx: Context,
  { serverId, migrationId, running }: EndResize,
  deps: FlowDeps & InCell,
): Promise<void> => {
  const { clock } = deps
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  await allOrNone(record.cell, (trx) =>
    deps.notices.changing(trx, ctx, serverId, async () => {
      await instances(trx, clock).transition(serverId, {
        from: { vmStates: ['resized'] },
        to: { vmState: running ? 'active' : 'stopped' },
      })
      await instances(trx, clock).endTask(serverId)
      await migrations(trx, clock).change(migrationId, {
        from: ['finished', 'confirming'],
        to: { status: 'confirmed' },
      })
      await endPart(deps, trx, ctx, serverId, confirmPart)
    }),
  )
}
