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

/** A task of the conductor that failed. */
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
  /** The notifications of the parts of an action: within a deletion, destroying the domain has its own. */
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

    /** Notifies that a host starts an action. */
    begun: (cell: Cell, ctx: Context, of: ServerOrId, action: NotifiedAction): Promise<void> =>
      act(cell, ctx, of, action, 'start'),

    /** Notifies that a host completed an action. */
    ended: (cell: Cell, ctx: Context, of: ServerOrId, action: NotifiedAction): Promise<void> =>
      act(cell, ctx, of, action, 'end'),

    /** Notifies that an action failed on a host. */
    failed: (
      cell: Cell,
      ctx: Context,
      of: ServerOrId,
      action: NotifiedAction,
      failure: ExceptionData,
    ): Promise<void> => act(cell, ctx, of, action, 'error', failure),

    /** Notifies of an action that the API performed without a host. */
    done: async (cell: Cell, ctx: Context, id: string, declared: AnyNotification): Promise<void> => {
      const told = await find(cell, id)
      if (told === undefined) return
      const payload = () => actionData(told, ctx, undefined)
      await notifier.tell(cell, ctx, declared, { resource: id, payload })
    },

    /** Notifies in both formats of an event before a host acts, such as the scheduling of a rebuild. */
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

    /** Notifies, for the usage audit, that a server was active during a period. */
    existed: async (cell: Cell, ctx: Context, id: string, period: AuditPeriod): Promise<void> => {
      const told = await find(cell, id)
      if (told !== undefined) await notifyExistence(notifier)(cell, ctx, told, period)
    },

    /** Notifies that a port of the server gets or loses an address, with the server's current addresses. */
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

    /** Notifies that a task of the conductor failed, which leaves the server in the given state. */
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
