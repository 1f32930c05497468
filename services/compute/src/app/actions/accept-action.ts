import type { StartStates } from '@nimbo/contracts/compute/actions/start-states'
import type { TaskState } from '@nimbo/contracts/compute/states'
import { allOrNone } from '@nimbo/db/all-or-none'
import { requireNoFlow } from '@nimbo/durable/require-no-flow'
import type { Context } from '@nimbo/kernel/context'
import { pause } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instanceActions } from '../../db/servers/instance-actions.ts'
import type { ServerChanges, Transition } from '../../db/servers/instances.ts'
import { actionFlows } from '../../domain/flow-kinds.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { errors } from '../../errors.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import type { ActionDeps } from './action-deps.ts'

/** An action to accept. */
export interface Accepted<Result> {
  readonly action: {
    readonly name: string
    readonly recordedAs?: string
    readonly from: StartStates
    /** The task state to show while the action runs; null leaves it as it is. */
    readonly taskState: TaskState | null
  }
  readonly changes?: ServerChanges
  /** Further states that must not have changed, because the input was derived from them. */
  readonly where?: Pick<Transition['from'], 'vmStates' | 'host'>
  /** Further writes in the same transaction. */
  readonly write: (trx: Kysely<CellTables>) => Promise<Result>
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
 * Accepts an action: writes task state (compare and set) and server action in one transaction of the cell with what
 * performs it. Throws `WrongState` (409) when the server is busy, or becomes busy meanwhile.
 */
export const acceptAction =
  ({ databases, clock, enforcer, notices }: ActionDeps) =>
  async <Result>(
    ctx: Context,
    { server, cellId }: LocatedServer,
    { action, changes, where, write }: Accepted<Result>,
  ): Promise<Result> => {
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
    const { taskState } = action
    const record = () =>
      allOrNone(cell, async (trx) => {
        const taken = await notices.transitioning(trx, ctx, server.id, {
          from: {
            ...(vmStates ? { vmStates } : {}),
            ...(taskStates ? { taskStates } : {}),
            ...besideOthers,
            ...where,
          },
          to: { ...(taskState === null ? {} : { taskState }), ...changes },
        })
        if (!taken) throw busy()
        await requireNoFlow(trx, { names: actionFlows, subject: server.id })
        await instanceActions(trx, clock).begin(ctx, server.id, action.recordedAs ?? action.name)
        return write(trx)
      })
    for (;;) {
      try {
        return await record()
      } catch (error) {
        if (!isFault(error, 'FlowActive')) throw error
        if (clock.now() >= until) throw busy()
      }
      await pause(clock, pauseMs)
    }
  }
