import { allOrNone } from '@nimbo/db/all-or-none'
import { insertFlow } from '@nimbo/durable/insert-flow'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { Kysely } from 'kysely'
import type { CellTables } from '../db/cell-tables.ts'
import { instanceActions } from '../db/instance-actions.ts'
import { instances, type ServerChanges } from '../db/instances.ts'
import { type Guard, type GuardedAction, guards, requireAllowed } from '../domain/action-guards.ts'
import { operateServerFlow } from '../domain/flow-kinds.ts'
import type { Operation } from '../domain/operations.ts'
import type { TaskState } from '../domain/states.ts'
import { errors } from '../errors.ts'
import type { ComputeApiDeps } from './app.ts'
import { findServer, type LocatedServer } from './find-server.ts'

export type OperateDeps = Pick<
  ComputeApiDeps,
  'databases' | 'clock' | 'enforcer' | 'conductor' | 'log' | 'notices'
>

/** An operation as it is asked for: which rule of states guards it, and what it is called and shown as meanwhile. */
interface Asked {
  readonly guard: GuardedAction
  /** Name of the server action in `os-instance-actions`. */
  readonly action: string
  readonly operation: Operation
  readonly taskState: TaskState | null
  readonly changes?: ServerChanges
  /** More to write in the same transaction. */
  readonly also?: (trx: Kysely<CellTables>) => Promise<void>
}

/** Tells the conductor of a flow in a cell. The flow is recorded, so a failure to tell only delays it. */
export const tellConductor =
  ({ conductor, log }: Pick<OperateDeps, 'conductor' | 'log'>) =>
  async (ctx: Context, order: Parameters<typeof conductor.flowRequested>[1]): Promise<void> => {
    try {
      await conductor.flowRequested(ctx, order)
    } catch (error) {
      log.warn({ err: error, ...order }, 'the conductor was not told of a flow')
    }
  }

/**
 * Takes on an operation: task state (compare and set), server action and flow in one transaction of the cell, then the
 * conductor is told. Throws `WrongState` (409) when the server is busy, or gets busy meanwhile.
 */
export const beginOperation = (deps: OperateDeps) => {
  const { databases, clock, enforcer, notices } = deps
  const tell = tellConductor(deps)
  return async (ctx: Context, { server, cellId }: LocatedServer, asked: Asked): Promise<void> => {
    requireAllowed(asked.guard, server, enforcer.isAdmin(ctx))
    if (cellId === null || server.host === null) throw errors.ServerNotReady({ id: server.id })
    const cell = await databases.cell(cellId)
    const { vmStates, taskStates }: Guard = guards[asked.guard]
    const busy = () =>
      errors.WrongState({
        action: asked.action,
        id: server.id,
        attribute: 'task_state',
        state: server.taskState ?? 'None',
      })
    try {
      const flowId = await allOrNone(cell, async (trx) => {
        const taken = await notices.changing(trx, ctx, server.id, () =>
          instances(trx, clock).transition(server.id, {
            from: { ...(vmStates ? { vmStates } : {}), ...(taskStates ? { taskStates } : {}) },
            to: { taskState: asked.taskState, ...asked.changes },
          }),
        )
        if (!taken) throw busy()
        await instanceActions(trx, clock).begin(ctx, server.id, asked.action)
        await asked.also?.(trx)
        const input = { serverId: server.id, operation: asked.operation }
        return insertFlow(trx, operateServerFlow, { subject: server.id, input, ctx, clock })
      })
      await tell(ctx, { cellId, flowId })
    } catch (error) {
      throw isFault(error, 'FlowActive') ? busy() : error
    }
  }
}

/** The operations that need nothing but the server. */
const simple = {
  start: { guard: 'start', taskState: 'powering-on' },
  stop: { guard: 'stop', taskState: 'powering-off' },
  pause: { guard: 'pause', taskState: 'pausing' },
  unpause: { guard: 'unpause', taskState: 'unpausing' },
} as const satisfies Record<string, { guard: GuardedAction; taskState: TaskState }>

/** Starts, stops, pauses and unpauses servers. */
export const operateServer = (deps: OperateDeps) => {
  const find = findServer(deps)
  const begin = beginOperation(deps)
  return async (ctx: Context, id: string, kind: keyof typeof simple): Promise<void> =>
    begin(ctx, await find(ctx, id), { ...simple[kind], action: kind, operation: { kind } })
}

/** Reboots a server: asks the guest (`SOFT`), or pulls the plug (`HARD`). */
export const rebootServer = (deps: OperateDeps) => {
  const find = findServer(deps)
  const begin = beginOperation(deps)
  return async (ctx: Context, id: string, type: 'SOFT' | 'HARD'): Promise<void> =>
    begin(ctx, await find(ctx, id), {
      guard: type === 'SOFT' ? 'reboot' : 'reboot hard',
      taskState: type === 'SOFT' ? 'rebooting' : 'rebooting_hard',
      action: 'reboot',
      operation: { kind: 'reboot', type },
    })
}
