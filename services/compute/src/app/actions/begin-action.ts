import type { HostAction } from '@nimbo/contracts/compute/actions/host-action'
import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import { allOrNone } from '@nimbo/db/all-or-none'
import { insertFlow } from '@nimbo/durable/insert-flow'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/cell-tables.ts'
import { instanceActions } from '../../db/instance-actions.ts'
import { instances, type ServerChanges } from '../../db/instances.ts'
import { requireAllowed } from '../../domain/action-guards.ts'
import { operateServerFlow } from '../../domain/flow-kinds.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../find-server.ts'

export type ActionDeps = Pick<
  ComputeApiDeps,
  'databases' | 'clock' | 'enforcer' | 'conductor' | 'log' | 'notices'
>

/** An action as it is asked for. */
interface Asked {
  readonly action: HostAction
  /** What the host is to do. */
  readonly order: Operation
  readonly changes?: ServerChanges
  /** More to write in the same transaction. */
  readonly also?: (trx: Kysely<CellTables>) => Promise<void>
}

/** Tells the conductor of a flow in a cell. The flow is recorded, so a failure to tell only delays it. */
export const tellConductor =
  ({ conductor, log }: Pick<ActionDeps, 'conductor' | 'log'>) =>
  async (ctx: Context, order: Parameters<typeof conductor.flowRequested>[1]): Promise<void> => {
    try {
      await conductor.flowRequested(ctx, order)
    } catch (error) {
      log.warn({ err: error, ...order }, 'the conductor was not told of a flow')
    }
  }

/**
 * Takes on an action of a host: task state (compare and set), server action and flow in one transaction of the cell, then the
 * conductor is told. Throws `WrongState` (409) when the server is busy, or gets busy meanwhile.
 */
export const beginAction = (deps: ActionDeps) => {
  const { databases, clock, enforcer, notices } = deps
  const tell = tellConductor(deps)
  return async (ctx: Context, { server, cellId }: LocatedServer, asked: Asked): Promise<void> => {
    const { action } = asked
    requireAllowed(action, server, enforcer.isAdmin(ctx))
    if (cellId === null || server.host === null) throw errors.ServerNotReady({ id: server.id })
    const cell = await databases.cell(cellId)
    const { vmStates, taskStates } = action.from
    const busy = () =>
      errors.WrongState({
        action: action.name,
        id: server.id,
        attribute: 'task_state',
        state: server.taskState ?? 'None',
      })
    try {
      const flowId = await allOrNone(cell, async (trx) => {
        const taken = await notices.changing(trx, ctx, server.id, () =>
          instances(trx, clock).transition(server.id, {
            from: { ...(vmStates ? { vmStates } : {}), ...(taskStates ? { taskStates } : {}) },
            to: { taskState: action.taskState, ...asked.changes },
          }),
        )
        if (!taken) throw busy()
        await instanceActions(trx, clock).begin(ctx, server.id, action.name)
        await asked.also?.(trx)
        const input = { serverId: server.id, operation: asked.order }
        return insertFlow(trx, operateServerFlow, { subject: server.id, input, ctx, clock })
      })
      await tell(ctx, { cellId, flowId })
    } catch (error) {
      throw isFault(error, 'FlowActive') ? busy() : error
    }
  }
}
