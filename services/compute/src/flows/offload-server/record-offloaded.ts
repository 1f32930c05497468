import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { instances } from '../../db/servers/instances.ts'
import type { OffloadServer } from '../../domain/server-actions/operations.ts'
import { powerStates } from '../../driver/hypervisor.ts'
import { endPart } from '../action-parts.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { offloadPart } from '../moves/move-parts.ts'
import { serverInCell } from '../server-record.ts'

export const recordOffloaded = async (
  ctx: Context,
  { serverId }: OffloadServer,
  deps: FlowDeps & InCell,
): Promise<void> => {
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  await allOrNone(record.cell, (trx) =>
    deps.notices.changing(trx, ctx, serverId, async () => {
      await endPart(deps, trx, ctx, serverId, offloadPart)
      await instances(trx, deps.clock).transition(serverId, {
        from: { vmStates: ['shelved'] },
        to: {
          ...{ vmState: 'shelved_offloaded', powerState: powerStates.shutdown },
          ...{ host: null, node: null, availabilityZone: null },
        },
      })
      await instances(trx, deps.clock).endTask(serverId)
    }),
  )
}
