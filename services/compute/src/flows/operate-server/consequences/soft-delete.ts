import { timestamp } from '@nimbo/kernel/clock'
import { migrations } from '../../../db/server-migrations/migrations.ts'
import { instances } from '../../../db/servers/instances.ts'
import { moveOnHostIfUp } from '../../moves/move-on-host.ts'
import type { Consequences } from './consequences.ts'

const waiting = ['finished'] as const

/**
 * Records the time of the soft deletion, at which the reclaim interval starts. As in Nova, a resize that waits to be
 * confirmed is then confirmed, because a restored server is ACTIVE: nobody could free what its old host keeps any more.
 */
export const softDelete: Consequences<'soft-delete'> = {
  record: (trx, { record }, { clock }) =>
    instances(trx, clock).update(record.server.id, { terminatedAt: timestamp(clock) }),
  follow: async (ctx, { record: { cell, server } }, deps) => {
    const { id: serverId } = server
    const moves = migrations(cell, deps.clock)
    const resize = await moves.newest(serverId, waiting)
    if (resize === undefined) return
    const { id: migrationId, source_compute: host } = resize
    const move = { part: 'forget', migrationId } as const
    if (host !== null) await moveOnHostIfUp(deps, ctx, { serverId, host, move })
    await deps.placement.release(ctx, migrationId)
    await moves.change(migrationId, { from: waiting, to: { status: 'confirmed' } })
  },
}
