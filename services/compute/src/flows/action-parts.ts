import type { HostAction } from '@nimbo/contracts/compute/actions/host-action'
import { hostActions } from '@nimbo/contracts/compute/actions/server-actions'
import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import type { CellTables } from '../db/schema/cell-tables.ts'
import { type EventEnd, instanceActions } from '../db/servers/instance-actions.ts'
import type { NotifiedAction } from '../db/servers/notify-action.ts'
import type { ServerOrId } from '../db/servers/told-server.ts'
import type { FlowDeps } from './flow-deps.ts'
import { consequencesOf } from './operate-server/consequences/consequences-of.ts'
import type { ServerRecord } from './server-record.ts'

type Cell = Kysely<CellTables>

/** A part of an action: its event name in `os-instance-actions` and its notification. */
export interface ActionPart {
  readonly event: string
  readonly notified: NotifiedAction
}

/** A host builds the server. */
export const buildPart: ActionPart = {
  event: 'compute__do_build_and_run_instance',
  notified: { doing: 'build', kind: 'create' },
}

/** A host deletes the server. */
export const deletePart: ActionPart = {
  event: 'compute_terminate_instance',
  notified: { doing: 'delete', kind: 'delete' },
}

/** A host performs an ordered action. */
export const partOf = (order: Operation, record: ServerRecord): ActionPart => {
  const { event, notifications }: HostAction = hostActions[order.kind]
  const more = consequencesOf(order).payload?.({ order, record })
  return { event, notified: { doing: order.kind, kind: 'action', declared: notifications, more } }
}

type Deps = Pick<FlowDeps, 'clock' | 'notices'>

const idOf = (server: ServerOrId): string => (typeof server === 'string' ? server : server.id)

/** Records and notifies the start of a part on a host, once until it ends. */
export const beginPart = (
  { clock, notices }: Deps,
  cell: Cell,
  ctx: Context,
  server: ServerOrId,
  { host, ...part }: ActionPart & { readonly host: string | null },
): Promise<void> =>
  notices.together(cell, async (trx) => {
    const event = { event: part.event, ...(host === null ? {} : { host }) }
    if (await instanceActions(trx, clock).beginEvent(ctx, idOf(server), event))
      await notices.begun(trx, ctx, server, part.notified)
  })

/** Records and notifies the success of a part. To be called in the transaction that writes its result. */
export const endPart = async (
  { clock, notices }: Deps,
  trx: Cell,
  ctx: Context,
  server: ServerOrId,
  part: ActionPart,
): Promise<void> => {
  const end = { result: 'Success' } as const
  if (await instanceActions(trx, clock).endEvent(ctx, idOf(server), part.event, end))
    await notices.ended(trx, ctx, server, part.notified)
}

/** Records and notifies the failure of a part. To be called in the transaction that writes its result. */
export const failPart = async (
  { clock, notices }: Deps,
  trx: Cell,
  ctx: Context,
  serverId: string,
  { failure = {}, ...part }: ActionPart & { readonly failure?: Omit<EventEnd, 'result'> },
): Promise<void> => {
  const end = { result: 'Error', ...failure } as const
  if (!(await instanceActions(trx, clock).endEvent(ctx, serverId, part.event, end))) return
  const { message = 'Error', traceback } = failure
  await notices.failed(trx, ctx, serverId, part.notified, {
    ...{ doing: part.notified.doing, code: 'Fault', message, details: traceback },
  })
}

/** Records and notifies the end of a deletion, whether or not a host took part. */
export const endDeletion = async (
  { clock, notices }: Deps,
  trx: Cell,
  ctx: Context,
  server: ServerOrId,
): Promise<void> => {
  const end = { result: 'Success' } as const
  const hadBegun = await instanceActions(trx, clock).endEvent(ctx, idOf(server), deletePart.event, end)
  if (!hadBegun) await notices.begun(trx, ctx, server, deletePart.notified)
  await notices.ended(trx, ctx, server, deletePart.notified)
}
