import { inTransaction } from '@nimbo/db/in-transaction'
import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { removeAttachmentsOf } from '../db/attachments.ts'
import { changeSnapshot, removeSnapshot } from '../db/snapshots.ts'
import { changeVolume, removeVolume } from '../db/volumes.ts'
import { endWork } from './end-work.ts'
import type { FlowDeps } from './flow-deps.ts'
import { isOutage } from './is-outage.ts'
import { endSnapshotWork } from './snapshots.ts'
import { removeVolumeContent } from './remove-volume-content.ts'

export interface DeleteVolume {
  readonly volumeId: string
  /** `host@backend`; null if none was ever chosen, so that nothing is stored. */
  readonly host: string | null
  /** Snapshots to delete with it. */
  readonly snapshots?: readonly string[]
}

/** Flows that may be running when a volume is deleted by force. */
const otherWork = [
  ...[
    'create-volume',
    'extend-volume',
    'move-volume',
    'move-attached-volume',
    'revert-volume',
    'reimage-volume',
    'upload-image',
  ],
  ...['restore-backup', 'manage-volume', 'unmanage-volume'],
]

const endOtherWork = step<DeleteVolume, FlowDeps>()({
  name: 'end-other-work',
  waitsOut: isOutage,
  run: (_, { volumeId }, { db, clock }) => endWork(db, clock, otherWork, volumeId, 'the volume is deleted'),
  nothingToUndo: 'a cancelled flow has undone its own steps',
  cheapToRepeat: 'it only queries once more whether other flows are active',
})

const removeSnapshots = step<DeleteVolume, FlowDeps>()({
  name: 'remove-snapshots',
  waitsOut: isOutage,
  run: async (ctx, { volumeId, host, snapshots = [] }, deps) => {
    const { db, hosts, notices } = deps
    for (const snapshotId of snapshots) {
      const working = await endSnapshotWork(deps, snapshotId)
      if (working) return working
      if (host !== null) await hosts.on(host).deleteSnapshot(ctx, { snapshotId, volumeId })
      await notices.together(db, (trx) =>
        notices.removingSnapshot(trx, ctx, snapshotId, () => removeSnapshot(trx, snapshotId)),
      )
    }
  },
  nothingToUndo: 'deleted data cannot be restored; the volume ends in error_deleting',
  cheapToRepeat: 'few volumes have snapshots, and deleting one that does not exist changes nothing',
})

const removeContent = step<DeleteVolume, FlowDeps>()({
  name: 'remove-content',
  waitsOut: isOutage,
  run: (ctx, volume, deps) => removeVolumeContent(deps, ctx, volume),
  nothingToUndo: 'deleted data cannot be restored; the volume ends in error_deleting',
})

/** Takes a volume from `deleting` to the removal of its row, or to `error_deleting`. */
export const deleteVolumeFlow = flow<DeleteVolume>('delete-volume')
  .step(endOtherWork)
  .step(removeSnapshots)
  .step(removeContent)
  .onDone<FlowDeps>((ctx, { volumeId }, { db, notices }) =>
    inTransaction(db, (trx) =>
      notices.removing(trx, ctx, volumeId, async () => {
        await removeAttachmentsOf(trx, volumeId)
        await removeVolume(trx, volumeId)
      }),
    ),
  )
  .onFailed<FlowDeps>(async (_, { volumeId, snapshots = [] }, __, { db, clock }) => {
    const now = timestamp(clock)
    for (const id of snapshots) await changeSnapshot(db, id, ['deleting'], { status: 'error_deleting' }, now)
    await changeVolume(db, volumeId, ['deleting'], { status: 'error_deleting' }, now)
  })
