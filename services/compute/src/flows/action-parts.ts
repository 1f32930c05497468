import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import type { CellTables } from '../db/cell-tables.ts'
import { type EventEnd, instanceActions } from '../db/instance-actions.ts'
import type { ToldAction } from '../db/server-notices.ts'
import type { Operation } from '../domain/operations.ts'
import type { BlockDevice } from '../domain/request-spec.ts'
import { eventOf } from './action-events.ts'
import type { FlowDeps } from './flow-deps.ts'

type Cell = Kysely<CellTables>

/** A part of what is asked of a server; one that plugs a volume names it. */
export interface ActionPart {
  readonly kind: Operation['kind'] | 'build' | 'delete'
  readonly volumeId?: string | undefined
}

/** What a part is called where it is told of. */
const kindOf = {
  build: 'create',
  delete: 'delete',
  start: 'powerOn',
  stop: 'powerOff',
  reboot: 'reboot',
  pause: 'pause',
  unpause: 'unpause',
  'attach-volume': 'attachVolume',
  'detach-volume': 'detachVolume',
  'attach-interface': 'attachInterface',
  'detach-interface': 'detachInterface',
} as const satisfies Record<ActionPart['kind'], ToldAction['kind']>

const toldAs = ({ kind, volumeId = '' }: ActionPart): ToldAction => {
  const told = kindOf[kind]
  return told === 'attachVolume' || told === 'detachVolume' ? { kind: told, volumeId } : { kind: told }
}

/** The part that an operation is of its action, on a server with these disks. */
export const partOf = (operation: Operation, disks: readonly BlockDevice[]): ActionPart => {
  if (!('attachmentId' in operation)) return { kind: operation.kind }
  const disk = disks.find(({ attachmentId }) => attachmentId === operation.attachmentId)
  return { kind: operation.kind, volumeId: disk?.volumeId }
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
    const event = { event: eventOf[part.kind], ...(host === null ? {} : { host }) }
    if (await instanceActions(trx, clock).beginEvent(ctx, serverId, event))
      await notices.begun(trx, ctx, serverId, toldAs(part))
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
  if (await instanceActions(trx, clock).endEvent(ctx, serverId, eventOf[part.kind], end))
    await notices.ended(trx, ctx, serverId, toldAs(part))
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
  if (!(await instanceActions(trx, clock).endEvent(ctx, serverId, eventOf[part.kind], end))) return
  const { message = 'Error', traceback } = failure
  await notices.failed(trx, ctx, serverId, toldAs(part), {
    ...{ doing: part.kind, code: 'Fault', message, details: traceback },
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
  const hadBegun = await instanceActions(trx, clock).endEvent(ctx, serverId, eventOf.delete, end)
  if (!hadBegun) await notices.begun(trx, ctx, serverId, { kind: 'delete' })
  await notices.ended(trx, ctx, serverId, { kind: 'delete' })
}
