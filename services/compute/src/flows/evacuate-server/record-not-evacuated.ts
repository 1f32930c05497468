import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { EvacuateServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { evacuatePart, rebuildServerPart } from '../moves/move-parts.ts'
import { recordMoveFailed } from '../moves/record-move-failed.ts'
import { serverInCell } from '../server-record.ts'

/** The server stays with its old host, which is down; it can be evacuated again. */
export const recordNotEvacuated = async (
  ctx: Context,
  { serverId, migrationId }: EvacuateServer,
  error: Fault,
  deps: FlowDeps & InCell,
): Promise<void> => {
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  await inTransaction(record.cell, (trx) =>
    recordMoveFailed(deps, trx, ctx, {
      ...{ serverId, migrationId, error, status: 'failed', changes: { sealedSecrets: null } },
      parts: [evacuatePart(record.server), rebuildServerPart],
    }),
  )
}
