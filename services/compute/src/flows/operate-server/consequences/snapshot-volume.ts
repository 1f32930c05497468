import type { Consequences } from './consequences.ts'

/** Cinder polls the progress of the snapshot; at 90 % the copy is whole, as Nova reports it. */
export const snapshotVolume: Consequences<'snapshot-volume'> = {
  afterwards: (ctx, { order }, { volume }) =>
    volume.reportSnapshot(ctx, { id: order.snapshotId, status: 'creating', progress: '90%' }),
  withdraw: (ctx, { snapshotId }, { volume }) =>
    volume.reportSnapshot(ctx, { id: snapshotId, status: 'error', progress: '0%' }),
}
