import type { StartStates } from '@nimbo/contracts/compute/actions/start-states'
import type { TaskState } from '@nimbo/contracts/compute/states'
import { allOrNone } from '@nimbo/db/all-or-none'
import type { FlowKind } from '@nimbo/durable/flow'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { requireNoFlow } from '@nimbo/durable/require-no-flow'
import type { Context } from '@nimbo/kernel/context'
import { pause } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instanceActions } from '../../db/servers/instance-actions.ts'
import type { ServerChanges, Transition } from '../../db/servers/instances.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { actionFlows } from '../../domain/flow-kinds.ts'
import { errors } from '../../errors.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import type { ActionDeps } from './action-deps.ts'
import { wakeConductor } from './wake-conductor.ts'

/** An action to accept, and the flow that performs it. */
export interface TakenOn<Input extends object> {
  readonly action: {
    readonly name: string
    readonly recordedAs?: string
    readonly from: StartStates
    /** The task state to show while the action runs. */
    readonly taskState: TaskState | null
  }
  readonly flow: FlowKind<Input>
  readonly input: NoInfer<Input>
  readonly changes?: ServerChanges
  /** Further states that must not have changed, because the input was derived from them. */
  readonly where?: Pick<Transition['from'], 'vmStates' | 'host'>
  /** Further writes in the same transaction. */
  readonly also?: (trx: Kysely<CellTables>) => Promise<void>
}

/**
 * How long, and how often, to retry while the flow of the last action is still active although the server has no task.
 * A flow ends a moment after its conclusion; if its process died in between, another conductor ends it once the lease
 * has lapsed. That conductor runs the conclusion again, which would end the task of an action that was accepted
 * meanwhile.
 */
const patienceMs = 10_000
const pauseMs = 50

/**
 * Accepts an action: writes task state (compare and set), server action and flow in one transaction of the cell, then
 * notifies the conductor. Throws `WrongState` (409) when the server is busy, or becomes busy meanwhile.
 */
export const takeOn = (deps: ActionDeps) => {
  const { databases, clock, enforcer, notices } = deps
  const tell = wakeConductor(deps)
  return async <Input extends object>(
    ctx: Context,
    { server, cellId }: LocatedServer,
    { action, flow, input, changes, where, also }: TakenOn<Input>,
  ): Promise<void> => {
    requireAllowed(action, server, enforcer.isAdmin(ctx))
    if (cellId === null) throw errors.ServerNotReady({ id: server.id })
    const cell = await databases.cell(cellId)
    const { vmStates, taskStates } = action.from
    const busy = () =>
      errors.WrongState({
        action: action.name,
        id: server.id,
        attribute: 'task_state',
        state: server.taskState ?? 'None',
      })
    // A change of the interfaces was derived from those that were read, so it must not overwrite other changes made
    // since.
    const besideOthers = changes?.networkInfo === undefined ? {} : { networkInfo: server.networkInfo }
    const until = changes?.networkInfo === undefined ? clock.now() + patienceMs : 0
    const record = () =>
      allOrNone(cell, async (trx) => {
        const taken = await notices.transitioning(trx, ctx, server.id, {
          from: {
            ...(vmStates ? { vmStates } : {}),
            ...(taskStates ? { taskStates } : {}),
            ...besideOthers,
            ...where,
          },
          to: { taskState: action.taskState, ...changes },
        })
        if (!taken) throw busy()
        await requireNoFlow(trx, { names: actionFlows, subject: server.id })
        await instanceActions(trx, clock).begin(ctx, server.id, action.recordedAs ?? action.name)
        await also?.(trx)
        return insertFlow(trx, flow, { subject: server.id, input, ctx, clock })
      })
    for (;;) {
      try {
        return await tell(ctx, { cellId, flowId: await record() })
      } catch (error) {
        if (!isFault(error, 'FlowActive')) throw error
        if (clock.now() >= until) throw busy()
      }
      await pause(clock, pauseMs)
    }
  }
}
