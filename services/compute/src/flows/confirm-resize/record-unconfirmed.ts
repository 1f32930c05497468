import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { EndResize } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { confirmPart } from '../moves/move-parts.ts'
import { recordMoveFailed } from '../moves/record-move-failed.ts'
import { serverInCell } from '../server-record.ts'

/** Records a failed confirmation: the server still waits for confirmation, and the next attempt removes the rest. */
export const recordUnconfirmed = async (
  ctx: Context,
  { serverId, migrationId }: EndResize,
  error: Fault,
  deps: FlowDeps & InCell,
): Promise<void> => {
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  await inTransaction(record.cell, (trx) =>
    recordMoveFailed(deps, trx, ctx, {
      ...{ serverId, migrationId, error, status: 'finished' },
      parts: [confirmPart],
    }),
  )
}
