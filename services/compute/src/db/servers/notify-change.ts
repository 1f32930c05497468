import { serverUpdateNotifications, serverUpdateParts } from '@nimbo/contracts/compute/notifications/servers'
import type { Context } from '@nimbo/kernel/context'
import { filled } from '@nimbo/notifications/notification'
import type { Kysely } from 'kysely'
import { type NotifiedServer, serverData, serverUsage } from '../../domain/notifications/server-payloads.ts'
import type { Server } from '../../domain/servers/server.ts'
import { wireTime } from '../../domain/wire-time.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import { instances, type Transition } from './instances.ts'
import { type NoticeDeps, type ServerOrId, toldServers } from './told-server.ts'

type Cell = Kysely<CellTables>

/** The current month, the default period of usage audits. */
const auditPeriod = (now: number) => {
  const instant = new Date(now)
  const beginning = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth()))
  return {
    audit_period_beginning: wireTime(beginning.toISOString()),
    audit_period_ending: wireTime(instant.toISOString()),
  }
}

/** The attributes whose changes may be notified as updates. */
const stateAttributes = ['vmState', 'taskState', 'name'] as const
type NotifiedState = Pick<Server, (typeof stateAttributes)[number]>

/** Notifies of a change between two states. */
const tellUpdate =
  ({ notifier: { tell }, clock }: NoticeDeps) =>
  async (cell: Cell, ctx: Context, before: NotifiedState, told: NotifiedServer): Promise<void> => {
    const { server } = told
    const states = {
      old_state: before.vmState,
      state: server.vmState,
      old_task_state: before.taskState,
      new_task_state: server.taskState,
    }
    const renamed = before.name === server.name ? null : before.name
    await tell(cell, ctx, serverUpdateNotifications.versioned, {
      resource: server.id,
      payload: () => ({
        ...serverData(told, ctx),
        state_update: filled(serverUpdateParts.stateUpdate, states),
        audit_period: filled(serverUpdateParts.auditPeriod, auditPeriod(clock.now())),
        old_display_name: renamed,
        tags: [...server.tags],
      }),
    })
    await tell(cell, ctx, serverUpdateNotifications.unversioned, {
      resource: server.id,
      payload: () => ({
        ...serverUsage(server),
        ...states,
        ...auditPeriod(clock.now()),
        bandwidth: {},
        ...(renamed === null ? {} : { old_display_name: renamed }),
      }),
    })
  }

/** Whether a change is notified: of the VM state or the name, and with `vm_and_task_state` also of the task state. */
const isTold = (
  stateChanges: NoticeDeps['stateChanges'],
  before: NotifiedState,
  after: NotifiedState,
): boolean =>
  before.vmState !== after.vmState ||
  before.name !== after.name ||
  (stateChanges === 'vm_and_task_state' && before.taskState !== after.taskState)

/** Runs changes of servers, and notifies of them as updates if `notify_on_state_change` requires that. */
export const notifyChange = (deps: NoticeDeps) => {
  const { notifier, clock, stateChanges } = deps
  const find = toldServers(deps)
  const update = tellUpdate(deps)

  /**
   * Runs `change` and notifies of it. If `change` resolves to the changed server, `given` is set, and the server is not
   * read again.
   */
  const changing = async <Result>(
    cell: Cell,
    ctx: Context,
    id: string,
    change: () => Promise<Result>,
    given: (result: Result) => ServerOrId | undefined = () => id,
  ): Promise<Result> => {
    const watched = notifier.on && stateChanges !== undefined
    const before = watched ? await instances(cell, clock).findPart(id, stateAttributes) : undefined
    const result = await change()
    const after = before && (await find(cell, given(result) ?? id))
    if (before && after && isTold(stateChanges, before, after.server)) await update(cell, ctx, before, after)
    return result
  }

  /**
   * Compare and set without a notification: resolves to the complete server if notifications are on, otherwise to its
   * id. Undefined if the server is in another state.
   */
  const transition = async (cell: Cell, id: string, to: Transition): Promise<ServerOrId | undefined> => {
    const stored = instances(cell, clock)
    if (notifier.on) return stored.transitionAndFind(id, to)
    return (await stored.transition(id, to)) ? id : undefined
  }

  return {
    changing,
    transition,

    /**
     * Compare and set, then calls `then` with the changed server. False, without a change, if the server is in another
     * state.
     */
    transitioning: async (
      cell: Cell,
      ctx: Context,
      id: string,
      to: Transition,
      then: (server: ServerOrId) => Promise<unknown> = async () => {},
    ): Promise<boolean> => {
      const change = async (): Promise<ServerOrId | undefined> => {
        const server = await transition(cell, id, to)
        if (server !== undefined) await then(server)
        return server
      }
      return (await changing(cell, ctx, id, change, (server) => server)) !== undefined
    },
  }
}
