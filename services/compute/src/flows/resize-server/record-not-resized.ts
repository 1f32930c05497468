import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { ResizeServer } from '../../domain/operations.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { coldMigratePart, leavePart, prepPart, settlePart } from '../moves/move-parts.ts'
import { recordMoveFailed } from '../moves/record-move-failed.ts'
import { serverInCell } from '../server-record.ts'

/** The server is what it was, where it was; its migration says that it failed, and its fault why. */
export const recordNotResized = async (
  ctx: Context,
  { serverId, migrationId, flavor }: ResizeServer,
  error: Fault,
  deps: FlowDeps & InCell,
): Promise<void> => {
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  await inTransaction(record.cell, (trx) =>
    recordMoveFailed(deps, trx, ctx, {
      ...{ serverId, migrationId, error, status: 'error' },
      parts: [settlePart, leavePart, prepPart(flavor), coldMigratePart],
    }),
  )
}
