import type { HostAction } from '@nimbo/contracts/compute/actions/host-action'
import { hostActions } from '@nimbo/contracts/compute/actions/server-actions'
import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import type { CellTables } from '../db/schema/cell-tables.ts'
import { type EventEnd, instanceActions } from '../db/servers/instance-actions.ts'
import type { ToldAction } from '../db/servers/tell-action.ts'
import type { FlowDeps } from './flow-deps.ts'
import { consequencesOf } from './operate-server/consequences/consequences-of.ts'
import type { ServerRecord } from './server-record.ts'

type Cell = Kysely<CellTables>

/** A part of what is asked of a server: what it is called in `os-instance-actions`, and how it is told. */
export interface ActionPart {
  readonly event: string
  readonly told: ToldAction
}

/** A host builds the server. */
export const buildPart: ActionPart = {
  event: 'compute__do_build_and_run_instance',
  told: { doing: 'build', kind: 'create' },
}

/** A host ends the server. */
export const deletePart: ActionPart = {
  event: 'compute_terminate_instance',
  told: { doing: 'delete', kind: 'delete' },
}

/** A host does what it was ordered to do to a server. */
export const partOf = (order: Operation, record: ServerRecord): ActionPart => {
  const { event, told }: HostAction = hostActions[order.kind]
  const more = consequencesOf(order).told?.({ order, record })
  return { event, told: { doing: order.kind, kind: 'action', declared: told, more } }
}

type Deps = Pick<FlowDeps, 'clock' | 'notices'>

/** Records that a part has begun on a host, and tells of it; once, until it has ended. */
export const beginPart = (
  { clock, notices }: Deps,
  cell: Cell,
  ctx: Context,
  serverId: string,
  { host, ...part }: ActionPart & { readonly host: string | null },
): Promise<void> =>
  notices.together(cell, async (trx) => {
    const event = { event: part.event, ...(host === null ? {} : { host }) }
    if (await instanceActions(trx, clock).beginEvent(ctx, serverId, event))
      await notices.begun(trx, ctx, serverId, part.told)
  })

/** Records that a part has ended well, and tells of it. Call it in the transaction that writes what has come of it. */
export const endPart = async (
  { clock, notices }: Deps,
  trx: Cell,
  ctx: Context,
  serverId: string,
  part: ActionPart,
): Promise<void> => {
  const end = { result: 'Success' } as const
  if (await instanceActions(trx, clock).endEvent(ctx, serverId, part.event, end))
    await notices.ended(trx, ctx, serverId, part.told)
}

/** Records that a part has failed, and tells of it. Call it in the transaction that writes what has come of that. */
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
  await notices.failed(trx, ctx, serverId, part.told, {
    ...{ doing: part.told.doing, code: 'Fault', message, details: traceback },
  })
}

/** Records and tells that a server is gone, where its end had begun and where nobody had to begin it. */
export const endDeletion = async (
  { clock, notices }: Deps,
  trx: Cell,
  ctx: Context,
  serverId: string,
): Promise<void> => {
  const end = { result: 'Success' } as const
  const hadBegun = await instanceActions(trx, clock).endEvent(ctx, serverId, deletePart.event, end)
  if (!hadBegun) await notices.begun(trx, ctx, serverId, deletePart.told)
  await notices.ended(trx, ctx, serverId, deletePart.told)
}
