import { type FailedTask, taskFailedNotifications } from '@nimbo/contracts/compute/notifications/failures'
import { RequestSpecPayload } from '@nimbo/contracts/compute/notifications/scheduling'
import {
  serverNotifications,
  serverUpdateNotifications,
  serverUpdateParts,
  type ToldByHost,
} from '@nimbo/contracts/compute/notifications/servers'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type AnyNotification, filled } from '@nimbo/notifications/notification'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import type { Server } from '../../domain/servers/server.ts'
import { type ExceptionData, exceptionPayload } from '../../domain/notifications/told-failure.ts'
import { requestSpecData, requestSpecUsage } from '../../domain/notifications/told-request.ts'
import {
  actionData,
  serverData,
  serverUsage,
  type ToldServer,
} from '../../domain/notifications/told-server.ts'
import { wireTime } from '../../domain/wire-time.ts'
import { blockDevices } from './block-devices.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import { instances } from './instances.ts'
import { type ActionPhase, type ToldAction, tellAction } from './tell-action.ts'

type Cell = Kysely<CellTables>

/** Of `[notifications]`. */
export interface ServerNoticeOptions {
  /** Whether the volumes of servers are told. */
  readonly blockDevices: boolean
  readonly shares: boolean
  /** Which changes of state are told as updates; none unless given. */
  readonly stateChanges: 'vm_state' | 'vm_and_task_state' | undefined
}

/** What failed that no host was yet told of. */
interface FailedOne {
  readonly task: FailedTask
  readonly state: string
  readonly spec: RequestSpec | undefined
  readonly failure: ExceptionData
}

interface Deps extends ServerNoticeOptions {
  readonly notifier: Notifier
  readonly clock: Clock
}

/** A server with what is told of it; undefined where nobody is told, or it is not there. */
const toldServers =
  ({ notifier, clock, blockDevices: withDisks, shares }: Deps) =>
  async (cell: Cell, id: string): Promise<ToldServer | undefined> => {
    if (!notifier.on) return undefined
    const server = await instances(cell, clock).find(id, { deleted: true })
    if (server === undefined) return undefined
    return { server, disks: withDisks ? await blockDevices(cell, clock).ofServer(id) : undefined, shares }
  }

/** The month there is now: what usage is counted by unless an operator says otherwise. */
const auditPeriod = (now: number) => {
  const instant = new Date(now)
  const beginning = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth()))
  return {
    audit_period_beginning: wireTime(beginning.toISOString()),
    audit_period_ending: wireTime(instant.toISOString()),
  }
}

/** Tells of changes of a server between two states. */
const tellUpdate =
  ({ notifier: { tell }, clock }: Deps) =>
  async (cell: Cell, ctx: Context, before: Server, told: ToldServer): Promise<void> => {
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

/** Whether a change is one that an operator has told. */
const isTold = (stateChanges: Deps['stateChanges'], before: Server, after: Server): boolean =>
  before.vmState !== after.vmState ||
  before.name !== after.name ||
  (stateChanges === 'vm_and_task_state' && before.taskState !== after.taskState)

/** Tells of servers, through the database of their cell or the transaction that changes them there. */
export const serverNotices = (deps: Deps) => {
  const { notifier, clock, stateChanges } = deps
  const find = toldServers(deps)
  const { ofCreation, ofAction } = tellAction(deps)
  /** The domain of a server that is deleted ends within its deletion. */
  const partsOf = (action: ToldAction, phase: ActionPhase): readonly ToldByHost[] => {
    if (action.kind !== 'delete') return []
    const { shutdown } = serverNotifications
    return phase === 'start' ? [serverNotifications.delete, shutdown] : [shutdown, serverNotifications.delete]
  }
  const act = async (
    cell: Cell,
    ctx: Context,
    id: string,
    action: ToldAction,
    phase: ActionPhase,
    failure?: ExceptionData,
  ): Promise<void> => {
    const told = await find(cell, id)
    if (told === undefined) return
    if (action.kind === 'create') return ofCreation(cell, ctx, told, phase, failure)
    if (action.kind === 'action') {
      const { declared, more } = action
      if (declared !== undefined) await ofAction(cell, ctx, told, { declared, more }, phase, failure)
      return
    }
    for (const declared of partsOf(action, phase))
      await ofAction(cell, ctx, told, { declared }, phase, failure)
  }
  const update = tellUpdate(deps)
  return {
    together: notifier.together,

    /** What a host begins to do. */
    begun: (cell: Cell, ctx: Context, id: string, action: ToldAction): Promise<void> =>
      act(cell, ctx, id, action, 'start'),

    /** What a host has done. */
    ended: (cell: Cell, ctx: Context, id: string, action: ToldAction): Promise<void> =>
      act(cell, ctx, id, action, 'end'),

    /** What a host could not do. */
    failed: (
      cell: Cell,
      ctx: Context,
      id: string,
      action: ToldAction,
      failure: ExceptionData,
    ): Promise<void> => act(cell, ctx, id, action, 'error', failure),

    /** What the API has done by itself. */
    done: async (cell: Cell, ctx: Context, id: string, declared: AnyNotification): Promise<void> => {
      const told = await find(cell, id)
      if (told === undefined) return
      const payload = () => actionData(told, ctx, undefined)
      await notifier.tell(cell, ctx, declared, { resource: id, payload })
    },

    /** What the conductor could not do with it, and where that leaves it. */
    taskFailed: async (
      cell: Cell,
      ctx: Context,
      id: string,
      { task, state, spec, failure }: FailedOne,
    ): Promise<void> => {
      const told = await find(cell, id)
      if (told === undefined) return
      const { versioned, unversioned } = taskFailedNotifications[task]
      await notifier.tell(cell, ctx, versioned, {
        ...{ phase: 'error', resource: id },
        payload: () => ({
          instance_uuid: id,
          request_spec: spec === undefined ? null : filled(RequestSpecPayload, requestSpecData(spec)),
          state,
          reason: exceptionPayload(failure),
        }),
      })
      await notifier.tell(cell, ctx, unversioned, {
        resource: id,
        payload: () => ({
          request_spec: spec === undefined ? {} : requestSpecUsage(spec),
          instance_properties: serverUsage(told.server),
          ...{ instance_id: id, state, method: task, reason: failure.message },
        }),
      })
    },

    /** Does what changes a server, and tells of it as an update where an operator has such told. */
    changing: async <Result>(
      cell: Cell,
      ctx: Context,
      id: string,
      change: () => Promise<Result>,
    ): Promise<Result> => {
      const watched = notifier.on && stateChanges !== undefined
      const before = watched ? await instances(cell, clock).find(id) : undefined
      const result = await change()
      const after = before && (await find(cell, id))
      if (before && after && isTold(stateChanges, before, after.server))
        await update(cell, ctx, before, after)
      return result
    },
  }
}

export type ServerNotices = ReturnType<typeof serverNotices>
