import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { EndResize } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, HoldsParts, InCell } from '../flow-deps.ts'
import { finishRevertPart, revertPart } from '../moves/move-parts.ts'
import { givenBackBy, unguarded } from '../moves/old-claim.ts'
import { recordMoveFailed } from '../moves/record-move-failed.ts'
import { serverInCell } from '../server-record.ts'

/** Records a failed revert: a server that is still on the destination can be reverted again; otherwise it goes to ERROR. */
export const recordUnreverted = async (
  ctx: Context,
  { serverId, migrationId, source, destination }: EndResize,
  error: Fault,
  deps: FlowDeps & InCell & Pick<HoldsParts, 'placement'>,
): Promise<void> => {
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  const { host, flavor } = record.server
  const stayed = host === destination.host && (host !== source.host || flavor.id !== source.flavor.id)
  if (!stayed) await deps.placement.moveClaim(ctx, givenBackBy(migrationId, record.server), unguarded)
  await inTransaction(record.cell, (trx) =>
    recordMoveFailed(deps, trx, ctx, {
      ...{ serverId, migrationId, error, status: stayed ? 'finished' : 'error' },
      ...(stayed ? {} : { changes: { vmState: 'error' } }),
      parts: [revertPart, finishRevertPart],
    }),
  )
}
