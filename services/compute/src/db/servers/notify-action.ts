import { computeException } from '@nimbo/contracts/compute/notifications/failures'
import { serverNotifications, type HostNotifications } from '@nimbo/contracts/compute/notifications/servers'
import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import { type ExceptionData, exceptionData } from '../../domain/notifications/exception-payload.ts'
import {
  actionData,
  creationData,
  fixedIps,
  serverUsage,
  type NotifiedServer,
} from '../../domain/notifications/server-payloads.ts'
import type { CellTables } from '../schema/cell-tables.ts'

type Cell = Kysely<CellTables>

type Fields = Readonly<Record<string, unknown>>

/** Additional data of an action's notification, in both formats. */
export interface AdditionalPayload {
  readonly versioned?: Fields
  readonly unversioned?: Fields
}

/** A notified action. */
export type NotifiedAction = {
  /** The operation that a notification of its failure names. */
  readonly doing: string
} & (
  | { readonly kind: 'create' | 'delete' }
  | {
      readonly kind: 'action'
      /** Undefined when the action has no notification. */
      readonly declared: HostNotifications | undefined
      readonly more?: AdditionalPayload | undefined
    }
)

export type ActionPhase = 'start' | 'end' | 'error'

/** Writes the notification of one phase of an action, in both formats. */
export const notifyAction = ({ notifier }: { readonly notifier: Notifier }) => {
  const { tell } = notifier

  const ofCreation = async (
    cell: Cell,
    ctx: Context,
    told: NotifiedServer,
    phase: ActionPhase,
    failure: ExceptionData | undefined,
  ): Promise<void> => {
    const { server } = told
    const common = { phase, resource: server.id, host: server.host ?? undefined }
    await tell(cell, ctx, serverNotifications.create.versioned, {
      ...common,
      payload: () => ({ ...actionData(told, ctx, failure), ...creationData(server) }),
    })
    await tell(cell, ctx, serverNotifications.create.unversioned, {
      ...common,
      payload: () => ({
        ...serverUsage(server),
        ...(phase === 'error' ? {} : { fixed_ips: fixedIps(server) }),
        ...(failure === undefined ? {} : { message: failure.message }),
        ...(phase === 'end' ? { message: 'Success' } : {}),
      }),
    })
  }

  const ofAction = async (
    cell: Cell,
    ctx: Context,
    told: NotifiedServer,
    {
      declared,
      more,
    }: { readonly declared: HostNotifications; readonly more?: AdditionalPayload | undefined },
    phase: ActionPhase,
    failure: ExceptionData | undefined,
  ): Promise<void> => {
    const { server } = told
    const common = { resource: server.id, host: server.host ?? undefined }
    const { versioned, unversioned } = declared
    if (!versioned.phases.includes(phase)) {
      if (failure !== undefined)
        await tell(cell, ctx, computeException, { ...common, payload: () => exceptionData(failure) })
      return
    }
    await tell(cell, ctx, versioned, {
      ...common,
      phase,
      payload: () => ({ ...actionData(told, ctx, failure), ...more?.versioned }),
    })
    if (unversioned === undefined) return
    const payload = () => ({
      ...serverUsage(server),
      ...more?.unversioned,
      ...(failure === undefined ? {} : { message: failure.message }),
    })
    if (unversioned.phases.includes(phase)) await tell(cell, ctx, unversioned, { ...common, phase, payload })
    else if (unversioned.phases.length === 0 && phase === 'end')
      await tell(cell, ctx, unversioned, { ...common, payload })
  }

  return { ofCreation, ofAction }
}
