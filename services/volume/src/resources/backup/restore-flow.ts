import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { changeBackup } from '../../db/backups.ts'
import { setVolumeMetadata } from '../../db/metadata.ts'
import { changeVolume } from '../../db/volumes.ts'
import { type ChangedKeys, changeKey, dropUnusedKey } from '../../flows/change-key.ts'
import type { FlowDeps } from '../../flows/flow-deps.ts'
import { isOutage } from '../../flows/is-outage.ts'
import { type Restored, restoreContent } from '../../flows/restore-content.ts'

export interface RestoreBackup extends Restored {
  readonly volumeId: string
  readonly volumeHost: string
  readonly bootable: boolean
  readonly imageMetadata: Readonly<Record<string, string>>
  readonly volumeMetadata?: Readonly<Record<string, string>>
  /** The old and the new key of an encrypted volume; the new one is a copy of the backup's key. */
  readonly keys?: ChangedKeys
}

const replaceContent = step<RestoreBackup, FlowDeps>()({
  name: 'replace-content',
  waitsOut: isOutage,
  run: async (ctx, restored, deps) => {
    const { volumeId, volumeHost: from } = restored
    await restoreContent(deps, ctx, restored, { volumeId, from })
  },
  nothingToUndo: 'the user asked to overwrite the previous content',
})

const takeKey = step<RestoreBackup, FlowDeps>()({
  name: 'take-key',
  waitsOut: isOutage,
  run: (ctx, { volumeId, keys }, deps) => changeKey(deps, ctx, volumeId, keys),
  nothingToUndo: 'the content of the volume is encrypted with this key',
})

/** Takes a volume from `restoring-backup` to the content of the backup, or to `error_restoring`. */
export const restoreBackupFlow = flow<RestoreBackup>('restore-backup')
  .step(replaceContent)
  .step(takeKey)
  .onDone<FlowDeps>(
    (ctx, { volumeId, backupId, bootable, imageMetadata, volumeMetadata = {} }, { db, clock, notices }) =>
      notices.together(db, async (trx) => {
        const now = timestamp(clock)
        const restored = {
          status: 'available',
          bootable: bootable ? 1 : 0,
          image_metadata: Object.keys(imageMetadata).length === 0 ? null : JSON.stringify(imageMetadata),
        }
        await changeVolume(trx, volumeId, ['restoring-backup'], restored, now)
        await setVolumeMetadata(trx, volumeId, volumeMetadata)
        if (await changeBackup(trx, backupId, ['restoring'], { status: 'available' }, now))
          await notices.backup(trx, ctx, 'restore', 'end', backupId)
      }),
  )
  .onFailed<FlowDeps>(async (ctx, { volumeId, backupId, keys }, __, deps) => {
    const { db, clock, notices } = deps
    await dropUnusedKey(deps, ctx, volumeId, keys)
    await notices.together(db, async (trx) => {
      const now = timestamp(clock)
      await changeVolume(trx, volumeId, ['restoring-backup'], { status: 'error_restoring' }, now)
      await changeBackup(trx, backupId, ['restoring'], { status: 'available' }, now)
    })
  })
