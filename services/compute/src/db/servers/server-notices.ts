import { type FailedTask, taskFailedNotifications } from '@nimbo/contracts/compute/notifications/failures'
import { RequestSpecPayload } from '@nimbo/contracts/compute/notifications/scheduling'
import {
  addressNotifications,
  serverNotifications,
  type HostNotifications,
} from '@nimbo/contracts/compute/notifications/servers'
import type { Context } from '@nimbo/kernel/context'
import { type AnyNotification, filled } from '@nimbo/notifications/notification'
import type { AuditPeriod } from '@nimbo/notifications/audit-period'
import type { Kysely } from 'kysely'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import type { Server } from '../../domain/servers/server.ts'
import { type ExceptionData, exceptionPayload } from '../../domain/notifications/exception-payload.ts'
import { requestSpecData, requestSpecUsage } from '../../domain/notifications/request-spec-payload.ts'
import { actionData, fixedIps, serverUsage } from '../../domain/notifications/server-payloads.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import {
  type ActionPhase,
  type NotifiedAction,
  type AdditionalPayload,
  notifyAction,
} from './notify-action.ts'
import { notifyChange } from './notify-change.ts'
import { notifyExistence } from './notify-existence.ts'
import { type NoticeDeps, type ServerOrId, toldServers } from './told-server.ts'

type Cell = Kysely<CellTables>

/** A failure before any host was involved. */
interface FailedOne {
  readonly task: FailedTask
  readonly state: string
  readonly spec: RequestSpec | undefined
  readonly failure: ExceptionData
}

/** Writes notifications about servers in the database of their cell, or in the transaction that changes them. */
export const serverNotices = (deps: NoticeDeps) => {
  const { notifier } = deps
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
    of: ServerOrId,
    action: NotifiedAction,
    phase: ActionPhase,
    failure?: ExceptionData,
  ): Promise<void> => {
    const told = await find(cell, of)
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
  return {
    /** Whether notifications are on. */
    on: notifier.on,
    together: notifier.together,
    ...notifyChange(deps),

    /** A host starts an action. */
    begun: (cell: Cell, ctx: Context, of: ServerOrId, action: NotifiedAction): Promise<void> =>
      act(cell, ctx, of, action, 'start'),

    /** A host completed an action. */
    ended: (cell: Cell, ctx: Context, of: ServerOrId, action: NotifiedAction): Promise<void> =>
      act(cell, ctx, of, action, 'end'),

    /** A host failed an action. */
    failed: (
      cell: Cell,
      ctx: Context,
      of: ServerOrId,
      action: NotifiedAction,
      failure: ExceptionData,
    ): Promise<void> => act(cell, ctx, of, action, 'error', failure),

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
  }
}

export type ServerNotices = ReturnType<typeof serverNotices>
