import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import { type Fault, isFault } from '@nimbo/kernel/errors'
import { instances } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import type { ResizeServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { coldMigratePart, leavePart, prepPart, settlePart } from '../moves/move-parts.ts'
import { recordMoveFailed } from '../moves/record-move-failed.ts'
import { notifyNotMoved } from '../moves/notify-not-moved.ts'
import { serverInCell } from '../server-record.ts'

/** Records a failed resize: the server is as before, its migration has failed, and its fault has the reason. */
export const recordNotResized = async (
  ctx: Context,
  { serverId, migrationId, flavor }: ResizeServer,
  error: Fault,
  deps: FlowDeps & InCell,
): Promise<void> => {
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  const spec = await requestSpecs(deps.databases.api, deps.clock).find(serverId)
  await inTransaction(record.cell, async (trx) => {
    // A repeated call must not notify again.
    const first = (await instances(trx, deps.clock).find(serverId))?.taskState === 'resize_prep'
    if (first && isFault(error, 'NoValidHost', 'AlternatesExhausted'))
      await notifyNotMoved(deps, trx, ctx, { serverId, spec, error })
    await recordMoveFailed(deps, trx, ctx, {
      ...{ serverId, migrationId, error, status: 'error' },
      parts: [settlePart, leavePart, prepPart(flavor), coldMigratePart],
    })
  })
}
