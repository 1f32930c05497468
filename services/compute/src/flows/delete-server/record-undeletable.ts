import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import { instanceFaults } from '../../db/servers/instance-faults.ts'
import { instances } from '../../db/servers/instances.ts'
import type { DeleteServer } from '../../domain/server-actions/operations.ts'
import { deletePart, failPart } from '../action-parts.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { serverInCell } from '../server-record.ts'

/** A server that cannot be deleted goes to ERROR with the reason, and can be deleted again. */
export const recordUndeletable = async (
  ctx: Context,
  { serverId }: DeleteServer,
  { message }: Fault,
  deps: FlowDeps & InCell,
): Promise<void> => {
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  await inTransaction(record.cell, (trx) =>
    deps.notices.changing(trx, ctx, serverId, async () => {
      await instances(trx, deps.clock).update(serverId, { vmState: 'error', taskState: null })
      await instanceFaults(trx, deps.clock).record(ctx, serverId, { code: 500, message })
      await failPart(deps, trx, ctx, serverId, { ...deletePart, failure: { message } })
    }),
  )
}
