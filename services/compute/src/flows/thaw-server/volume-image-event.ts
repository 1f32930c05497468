import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { type EventEnd, instanceActions } from '../../db/servers/instance-actions.ts'
import type { ServerNotices } from '../../db/servers/server-notices.ts'

interface Deps {
  readonly clock: Clock
  readonly notices: ServerNotices
}

/** The task state of a server while snapshots of its volumes are taken for an image. */
export const volumeImageTask = 'image_snapshot'

/** Nova's name for that work of its API. */
const event = 'api_snapshot_instance'

/** Records that the snapshots of a server's volumes begin, in the transaction that sets {@link volumeImageTask}. */
export const beginVolumeImage =
  ({ clock }: Pick<Deps, 'clock'>) =>
  async (trx: Kysely<CellTables>, ctx: Context, serverId: string): Promise<void> => {
    await instanceActions(trx, clock).beginEvent(ctx, serverId, { event })
  }

/** Records how they ended, and clears the task state unless another has taken its place. Idempotent. */
export const endVolumeImage =
  ({ clock, notices }: Deps) =>
  async (trx: Kysely<CellTables>, ctx: Context, serverId: string, end: EventEnd): Promise<void> => {
    const from = { taskStates: [volumeImageTask] } as const
    await notices.transitioning(trx, ctx, serverId, { from, to: { taskState: null } })
    await instanceActions(trx, clock).endEvent(ctx, serverId, event, end)
  }
