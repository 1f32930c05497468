import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { changeSnapshot } from '../../../db/snapshots.ts'
import { changeVolume } from '../../../db/volumes.ts'
import type { FlowDeps } from '../../../flows/flow-deps.ts'
import { isOutage } from '../../../flows/is-outage.ts'

export interface RevertVolume {
  readonly volumeId: string
  readonly snapshotId: string
  readonly host: string
}

const revertContent = step<RevertVolume, FlowDeps>()({
  name: 'revert-content',
  waitsOut: isOutage,
  run: async (ctx, { volumeId, snapshotId, host }, { hosts }) => {
    await hosts.on(host).revertToSnapshot(ctx, { volumeId, snapshotId })
  },
  nothingToUndo: 'the user asked to overwrite the previous content',
})

/** Takes a volume from `reverting` to its previous status, or to `error`; the snapshot stays in either case. */
export const revertVolumeFlow = flow<RevertVolume>('revert-volume')
  .step(revertContent)
  .onDone<FlowDeps>((ctx, { volumeId, snapshotId }, { db, clock, notices }) =>
    notices.together(db, async (trx) => {
      const now = timestamp(clock)
      const reverted = await changeVolume(trx, volumeId, ['reverting'], { status: 'available' }, now)
      await changeSnapshot(trx, snapshotId, ['restoring'], { status: 'available' }, now)
      if (!reverted) return
      await notices.volume(trx, ctx, 'revert', 'end', volumeId)
      await notices.snapshot(trx, ctx, 'revert', 'end', snapshotId)
    }),
  )
  .onFailed<FlowDeps>((_, { volumeId, snapshotId }, __, { db, clock, notices }) =>
    notices.together(db, async (trx) => {
      const now = timestamp(clock)
      await changeVolume(trx, volumeId, ['reverting'], { status: 'error' }, now)
      await changeSnapshot(trx, snapshotId, ['restoring'], { status: 'available' }, now)
    }),
  )
