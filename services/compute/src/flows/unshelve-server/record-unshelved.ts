import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import { allOrNone } from '@nimbo/db/all-or-none'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { instances } from '../../db/servers/instances.ts'
import type { UnshelveServer } from '../../domain/server-actions/operations.ts'
import { endPart } from '../action-parts.ts'
import type { FlowDeps, InCell, MakesImages } from '../flow-deps.ts'
import { unshelvePart } from '../moves/move-parts.ts'
import { recordMoved } from '../moves/record-moved.ts'
import { forgetShelved } from '../offload-server/forget-shelved.ts'
import { serverInCell } from '../server-record.ts'

/** Deletes the image of the formerly shelved server; the disk is on a host again. */
export const recordUnshelved = async (
  ctx: Context,
  { serverId, moved }: UnshelveServer & { readonly moved: Moved },
  deps: FlowDeps & InCell & MakesImages,
): Promise<void> => {
  const { clock } = deps
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  await allOrNone(record.cell, (trx) =>
    deps.notices.changing(trx, ctx, serverId, async () => {
      const changes = { vmState: 'active', launchedAt: timestamp(clock) } as const
      await recordMoved(trx, clock, serverId, { moved, changes })
      await instances(trx, clock).endTask(serverId)
      await endPart(deps, trx, ctx, serverId, unshelvePart)
    }),
  )
  await forgetShelved(deps, ctx, serverId)
}
