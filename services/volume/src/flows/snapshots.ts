import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { changeSnapshot, removeSnapshot } from '../db/snapshots.ts'
import type { FlowDeps } from './flow-deps.ts'
import { isOutage } from './is-outage.ts'

export interface SnapshotWork {
  readonly snapshotId: string
  readonly volumeId: string
  /** `host@backend` of the volume. */
  readonly host: string
}

const takeSnapshot = step<SnapshotWork, FlowDeps>()({
  name: 'take-snapshot',
  waitsOut: isOutage,
  run: async (ctx, { snapshotId, volumeId, host }, { hosts }) => {
    await hosts.on(host).createSnapshot(ctx, { snapshotId, volumeId })
  },
  undo: (ctx, { snapshotId, volumeId, host }, { hosts }) =>
    hosts.on(host).deleteSnapshot(ctx, { snapshotId, volumeId }),
})

const dropSnapshot = step<SnapshotWork, FlowDeps>()({
  name: 'drop-snapshot',
  waitsOut: isOutage,
  run: async (ctx, { snapshotId, volumeId, host }, { hosts }) => {
    await hosts.on(host).deleteSnapshot(ctx, { snapshotId, volumeId })
  },
  nothingToUndo: 'what is deleted stays deleted; the snapshot ends in error_deleting',
})

/** From `creating` to `available`, or to `error` with nothing left on the back end. */
export const createSnapshotFlow = flow<SnapshotWork>('create-snapshot')
  .step(takeSnapshot)
  .onDone<FlowDeps>((ctx, { snapshotId }, { db, clock, notices }) =>
    notices.together(db, async (trx) => {
      if (await changeSnapshot(trx, snapshotId, ['creating'], { status: 'available' }, timestamp(clock)))
        await notices.snapshot(trx, ctx, 'create', 'end', snapshotId)
    }),
  )
  .onFailed<FlowDeps>((_, { snapshotId }, __, { db, clock }) =>
    changeSnapshot(db, snapshotId, ['creating'], { status: 'error' }, timestamp(clock)),
  )

/** From `deleting` to the removal of the row, or to `error_deleting`. */
export const deleteSnapshotFlow = flow<SnapshotWork>('delete-snapshot')
  .step(dropSnapshot)
  .onDone<FlowDeps>((ctx, { snapshotId }, { db, notices }) =>
    notices.together(db, (trx) =>
      notices.removingSnapshot(trx, ctx, snapshotId, () => removeSnapshot(trx, snapshotId)),
    ),
  )
  .onFailed<FlowDeps>((_, { snapshotId }, __, { db, clock }) =>
    changeSnapshot(db, snapshotId, ['deleting'], { status: 'error_deleting' }, timestamp(clock)),
  )
