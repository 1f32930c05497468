import { type FailedTask, taskFailedNotifications } from '@nimbo/contracts/compute/notifications/failures'
import { RequestSpecPayload } from '@nimbo/contracts/compute/notifications/scheduling'
import {
  addressNotifications,
  serverNotifications,
  serverUpdateNotifications,
  serverUpdateParts,
  type HostNotifications,
} from '@nimbo/contracts/compute/notifications/servers'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type AnyNotification, filled } from '@nimbo/notifications/notification'
import type { AuditPeriod } from '@nimbo/notifications/audit-period'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import type { Server } from '../../domain/servers/server.ts'
import { type ExceptionData, exceptionPayload } from '../../domain/notifications/exception-payload.ts'
import { requestSpecData, requestSpecUsage } from '../../domain/notifications/request-spec-payload.ts'
import {
  actionData,
  fixedIps,
  serverData,
  serverUsage,
  type NotifiedServer,
} from '../../domain/notifications/server-payloads.ts'
import { wireTime } from '../../domain/wire-time.ts'
import { blockDevices } from './block-devices.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import { instances } from './instances.ts'
import {
  type ActionPhase,
  type NotifiedAction,
  type AdditionalPayload,
  notifyAction,
} from './notify-action.ts'
import { notifyExistence } from './notify-existence.ts'

type Cell = Kysely<CellTables>

/** Options of `[notifications]`. */
export interface ServerNoticeOptions {
  /** `bdms_in_notifications`: whether volumes are included. */
  readonly blockDevices: boolean
  readonly shares: boolean
  /** `notify_on_state_change`: which state changes are notified as updates. */
  readonly stateChanges: 'vm_state' | 'vm_and_task_state' | undefined
}

/** A failure before any host was involved. */
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

/**
 * Reads what a notification contains of a server; undefined when notifications are off or the server does not exist.
 */
const toldServers =
  ({ notifier, clock, blockDevices: withDisks, shares }: Deps) =>
  async (cell: Cell, id: string): Promise<NotifiedServer | undefined> => {
    if (!notifier.on) return undefined
    const server = await instances(cell, clock).find(id, { deleted: true })
    if (server === undefined) return undefined
    const asksForDisks = withDisks && notifier.speaks('versioned')
    return { server, disks: asksForDisks ? await blockDevices(cell, clock).ofServer(id) : undefined, shares }
  }

/** The current month, the default period of usage audits. */
const auditPeriod = (now: number) => {
  const instant = new Date(now)
  const beginning = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth()))
  return {
    audit_period_beginning: wireTime(beginning.toISOString()),
    audit_period_ending: wireTime(instant.toISOString()),
  }
}

/** By what a change of a server is known as one that is told. */
const stateAttributes = ['vmState', 'taskState', 'name'] as const
type NotifiedState = Pick<Server, (typeof stateAttributes)[number]>

/** Notifies of a change between two states. */
const tellUpdate =
  ({ notifier: { tell }, clock }: Deps) =>
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

/** Whether the operator wants a notification of this change. */
const isTold = (stateChanges: Deps['stateChanges'], before: NotifiedState, after: NotifiedState): boolean =>
  before.vmState !== after.vmState ||
  before.name !== after.name ||
  (stateChanges === 'vm_and_task_state' && before.taskState !== after.taskState)

/** Writes notifications about servers in the database of their cell, or in the transaction that changes them. */
export const serverNotices = (deps: Deps) => {
  const { notifier, clock, stateChanges } = deps
  const find = toldServers(deps)
  const { ofCreation, ofAction } = notifyAction(deps)
  /** Within a deletion, destroying the domain is a part with its own notification. */
  const partsOf = (action: NotifiedAction, phase: ActionPhase): readonly HostNotifications[] => {
    if (action.kind !== 'delete') return []
    const { shutdown } = serverNotifications
    return phase === 'start' ? [serverNotifications.delete, shutdown] : [shutdown, serverNotifications.delete]
  }
  const act = async (
    cell: Cell,
    ctx: Context,
    id: string,
    action: NotifiedAction,
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

    /** A host starts an action. */
    begun: (cell: Cell, ctx: Context, id: string, action: NotifiedAction): Promise<void> =>
      act(cell, ctx, id, action, 'start'),

    /** A host completed an action. */
    ended: (cell: Cell, ctx: Context, id: string, action: NotifiedAction): Promise<void> =>
      act(cell, ctx, id, action, 'end'),

    /** A host failed an action. */
    failed: (
      cell: Cell,
      ctx: Context,
      id: string,
      action: NotifiedAction,
      failure: ExceptionData,
    ): Promise<void> => act(cell, ctx, id, action, 'error', failure),

    /** The API did something without a host. */
    done: async (cell: Cell, ctx: Context, id: string, declared: AnyNotification): Promise<void> => {
      const told = await find(cell, id)
      if (told === undefined) return
      const payload = () => actionData(told, ctx, undefined)
      await notifier.tell(cell, ctx, declared, { resource: id, payload })
    },

    /** What became of it on the way to a host, in both formats. */
    happened: async (
      cell: Cell,
      ctx: Context,
      id: string,
      { versioned, unversioned }: Required<HostNotifications>,
      more: AdditionalPayload = {},
    ): Promise<void> => {
      const told = await find(cell, id)
      if (told === undefined) return
      const common = { resource: id, host: told.server.host ?? undefined }
      await notifier.tell(cell, ctx, versioned, {
        ...common,
        payload: () => ({ ...actionData(told, ctx, undefined), ...more.versioned }),
      })
      await notifier.tell(cell, ctx, unversioned, {
        ...common,
        payload: () => ({ ...serverUsage(told.server), ...more.unversioned }),
      })
    },

    /** The usage audit: it was active during a period. */
    existed: async (cell: Cell, ctx: Context, id: string, period: AuditPeriod): Promise<void> => {
      const told = await find(cell, id)
      if (told !== undefined) await notifyExistence(notifier)(cell, ctx, told, period)
    },

    /** One of its ports gets an address or loses one: the addresses it has meanwhile. */
    addressed: async (
      cell: Cell,
      ctx: Context,
      server: Server,
      change: keyof typeof addressNotifications,
      phase: 'start' | 'end',
    ): Promise<void> =>
      notifier.tell(cell, ctx, addressNotifications[change], {
        ...{ phase, resource: server.id, host: server.host ?? undefined },
        payload: () => ({ ...serverUsage(server), fixed_ips: fixedIps(server) }),
      }),

    /** The conductor failed a task, leaving the server in this state. */
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

    /** Runs a change of a server and notifies of it as an update if the operator wants that. */
    changing: async <Result>(
      cell: Cell,
      ctx: Context,
      id: string,
      change: () => Promise<Result>,
    ): Promise<Result> => {
      const watched = notifier.on && stateChanges !== undefined
      const before = watched ? await instances(cell, clock).findPart(id, stateAttributes) : undefined
      const result = await change()
      const after = before && (await find(cell, id))
      if (before && after && isTold(stateChanges, before, after.server))
        await update(cell, ctx, before, after)
      return result
    },
  }
}

export type ServerNotices = ReturnType<typeof serverNotices>
