import type { OperationOf } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import type { HoldsParts } from '../../flow-deps.ts'
import type { Consequences } from './consequences.ts'

/** Reports the copy as complete. As in Nova the progress is 90 %; Cinder, which polls it, does the rest. */
const reportWhole = (
  ctx: Context,
  { snapshotId }: OperationOf<'snapshot-volume'>,
  { volume }: Pick<HoldsParts, 'volume'>,
): Promise<void> => volume.reportSnapshot(ctx, { id: snapshotId, status: 'creating', progress: '90%' })

export const snapshotVolume: Consequences<'snapshot-volume'> = {
  afterwards: (ctx, { order }, deps) => reportWhole(ctx, order, deps),
  withdraw: (ctx, order, deps, end) =>
    end === 'done'
      ? reportWhole(ctx, order, deps)
      : deps.volume.reportSnapshot(ctx, { id: order.snapshotId, status: 'error', progress: '0%' }),
}
