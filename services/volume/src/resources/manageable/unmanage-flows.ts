import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { changeSnapshot, removeSnapshot } from '../../db/snapshots.ts'
import { changeVolume, removeVolume } from '../../db/volumes.ts'
import type { FlowDeps } from '../../flows/flow-deps.ts'
import { isOutage } from '../../flows/is-outage.ts'

export interface UnmanageVolume {
  readonly volumeId: string
  /** `host@backend`; null if none was ever chosen. */
  readonly host: string | null
}

const nothingToUndo = 'the data stays on the back end, only its record changes'

const releaseVolume = step<UnmanageVolume, FlowDeps>()({
  name: 'release',
  waitsOut: isOutage,
  run: async (ctx, { volumeId, host }, { hosts }) => {
    if (host !== null) await hosts.on(host).releaseVolume(ctx, { volumeId })
  },
  nothingToUndo,
})

/** Takes a volume from `unmanaging` to the removal of its row, or to `error_unmanaging`. */
export const unmanageVolumeFlow = flow<UnmanageVolume>('unmanage-volume')
  .step(releaseVolume)
  .onDone<FlowDeps>((ctx, { volumeId }, { db, notices }) =>
    notices.together(db, (trx) => notices.removing(trx, ctx, volumeId, () => removeVolume(trx, volumeId))),
  )
  .onFailed<FlowDeps>(async (_, { volumeId }, __, { db, clock }) => {
    await changeVolume(db, volumeId, ['unmanaging'], { status: 'error_unmanaging' }, timestamp(clock))
  })

export interface UnmanageSnapshot {
  readonly snapshotId: string
  readonly volumeId: string
  readonly host: string
}

const releaseSnapshot = step<UnmanageSnapshot, FlowDeps>()({
  name: 'release',
  waitsOut: isOutage,
  run: async (ctx, { snapshotId, volumeId, host }, { hosts }) => {
    await hosts.on(host).releaseSnapshot(ctx, { snapshotId, volumeId })
  },
  nothingToUndo,
})

/** Takes a snapshot from `unmanaging` to the removal of its row, or to `error`. */
export const unmanageSnapshotFlow = flow<UnmanageSnapshot>('unmanage-snapshot')
  .step(releaseSnapshot)
  .onDone<FlowDeps>((ctx, { snapshotId }, { db, notices }) =>
    notices.together(db, (trx) =>
      notices.removingSnapshot(trx, ctx, snapshotId, () => removeSnapshot(trx, snapshotId)),
    ),
  )
  .onFailed<FlowDeps>((_, { snapshotId }, __, { db, clock }) =>
    changeSnapshot(db, snapshotId, ['unmanaging'], { status: 'error' }, timestamp(clock)),
  )
