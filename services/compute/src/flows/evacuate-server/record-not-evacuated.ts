import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import { type Fault, isFault } from '@nimbo/kernel/errors'
import { instances } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import type { EvacuateServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { evacuatePart, rebuildServerPart } from '../moves/move-parts.ts'
import { recordMoveFailed } from '../moves/record-move-failed.ts'
import { notifyNotMoved } from '../moves/notify-not-moved.ts'
import { serverInCell } from '../server-record.ts'

/** Records a failed evacuation: the server stays with its old host, which is down, and can be evacuated again. */
export const recordNotEvacuated = async (
  ctx: Context,
  { serverId, migrationId }: EvacuateServer,
  error: Fault,
  deps: FlowDeps & InCell,
): Promise<void> => {
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  const spec = await requestSpecs(deps.databases.api, deps.clock).find(serverId)
  await inTransaction(record.cell, async (trx) => {
    // A repeated call must not notify again.
    const first =
      (await instances(trx, deps.clock).findPart(serverId, ['taskState']))?.taskState === 'rebuilding'
    if (first && isFault(error, 'NoValidHost', 'AlternatesExhausted'))
      await notifyNotMoved(deps, trx, ctx, { serverId, spec, error, task: 'rebuild_server' })
    await recordMoveFailed(deps, trx, ctx, {
      ...{ serverId, migrationId, error, status: 'failed', changes: { sealedSecrets: null } },
      parts: [evacuatePart(record.server), rebuildServerPart],
    })
  })
}
