import type { HostAction } from '@nimbo/contracts/compute/actions/host-action'
import { hostActions } from '@nimbo/contracts/compute/actions/server-actions'
import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import { instanceFaults } from '../../db/servers/instance-faults.ts'
import { instances } from '../../db/servers/instances.ts'
import type { OperateServer } from '../../domain/server-actions/operations.ts'
import { failPart, partOf } from '../action-parts.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { serverInCell } from '../server-record.ts'
import type { PartsGivenBack } from './consequences/consequences.ts'
import { consequencesOf } from './consequences/consequences-of.ts'

type Deps = FlowDeps & InCell & PartsGivenBack

/** After a failed action, clears the task state, records the error in the action, and releases what was held for it. */
export const recordFailed = async (
  ctx: Context,
  { serverId, operation }: OperateServer,
  error: Fault,
  deps: Deps,
): Promise<void> => {
  const { clock } = deps
  const consequences = consequencesOf(operation)
  await consequences.withdraw?.(ctx, operation, deps, 'failed')
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  const { failsIn, taskState }: HostAction = hostActions[operation.kind]
  const about = { order: operation, record }
  await consequences.giveBack?.(ctx, about, deps)
  const { message } = error
  const reason = error.details.reason === undefined ? undefined : String(error.details.reason)
  await inTransaction(record.cell, (trx) =>
    deps.notices.changing(trx, ctx, serverId, async () => {
      await consequences.forget?.(trx, about, deps)
      if (failsIn !== undefined) await instances(trx, clock).update(serverId, { vmState: failsIn })
      // If this action has no task state, the server's task state belongs to another action.
      if (taskState !== null) await instances(trx, clock).endTask(serverId)
      await instanceFaults(trx, clock).record(ctx, serverId, {
        ...{ code: 500, message },
        ...(reason === undefined ? {} : { details: reason }),
      })
      await failPart(deps, trx, ctx, serverId, {
        ...partOf(operation, record),
        failure: { message, ...(reason === undefined ? {} : { traceback: reason }) },
      })
    }),
  )
}
