import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { UnshelveServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, HoldsParts, InCell } from '../flow-deps.ts'
import { unshelvePart } from '../moves/move-parts.ts'
import { recordMoveFailed } from '../moves/record-move-failed.ts'
import { serverInCell } from '../server-record.ts'

/** The server stays shelved without a host or allocation. */
export const recordNotUnshelved = async (
  ctx: Context,
  { serverId }: UnshelveServer,
  error: Fault,
  deps: FlowDeps & InCell & Pick<HoldsParts, 'placement'>,
): Promise<void> => {
  await deps.placement.release(ctx, serverId)
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  await inTransaction(record.cell, (trx) =>
    recordMoveFailed(deps, trx, ctx, { serverId, error, status: 'error', parts: [unshelvePart] }),
  )
}
