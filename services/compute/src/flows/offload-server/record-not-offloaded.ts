import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { OffloadServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { offloadPart } from '../moves/move-parts.ts'
import { recordMoveFailed } from '../moves/record-move-failed.ts'
import { serverInCell } from '../server-record.ts'

/** The server stays shelved and can be offloaded again. */
export const recordNotOffloaded = async (
  ctx: Context,
  { serverId }: OffloadServer,
  error: Fault,
  deps: FlowDeps & InCell,
): Promise<void> => {
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  await inTransaction(record.cell, (trx) =>
    recordMoveFailed(deps, trx, ctx, { serverId, error, status: 'error', parts: [offloadPart] }),
  )
}
