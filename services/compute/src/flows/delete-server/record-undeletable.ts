import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import { instanceActions } from '../../db/instance-actions.ts'
import { instanceFaults } from '../../db/instance-faults.ts'
import { instances } from '../../db/instances.ts'
import type { DeleteServer } from '../../domain/operations.ts'
import { eventOf } from '../action-events.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { serverInCell } from '../server-record.ts'

/** A server that can't be removed stays in ERROR with the reason, and can be deleted again. */
export const recordUndeletable = async (
  ctx: Context,
  { serverId }: DeleteServer,
  { message }: Fault,
  deps: FlowDeps & InCell,
): Promise<void> => {
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  await inTransaction(record.cell, async (trx) => {
    await instances(trx, deps.clock).update(serverId, { vmState: 'error', taskState: null })
    await instanceFaults(trx, deps.clock).record(ctx, serverId, { code: 500, message })
    await instanceActions(trx, deps.clock).endEvent(ctx, serverId, eventOf.delete, {
      result: 'Error',
      message,
    })
  })
}
