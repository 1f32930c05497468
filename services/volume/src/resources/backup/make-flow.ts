import type { volumeContent } from '@nimbo/contracts/volume/volume-host'
import { inTransaction } from '@nimbo/db/in-transaction'
import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import type { Static } from 'typebox'
import { changeBackup } from '../../db/backups.ts'
import { changeSnapshot } from '../../db/snapshots.ts'
import { changeVolume } from '../../db/volumes.ts'
import type { FlowDeps } from '../../flows/flow-deps.ts'
import { isOutage } from '../../flows/is-outage.ts'
import { messageOwner } from '../../flows/message-owner.ts'
import { statusAfterWork } from '../../flows/status-after-work.ts'
import { whileExported } from '../../flows/while-exported.ts'

export interface MakeBackup {
  readonly backupId: string
  readonly parentId: string | null
  readonly volumeId: string
  readonly sizeGb: number
  /** `host@backend` of the volume. */
  readonly volumeHost: string
  /** The host with the store. */
  readonly backupHost: string
  /**
   * The source that is copied first, because it may change meanwhile or cannot be exported; null if the volume itself is read.
   */
  readonly copied: Static<typeof volumeContent> | null
  /** The snapshot that is backed up; null for the volume itself. */
  readonly snapshotId: string | null
}

/**
 * Copies the source to a volume with the id of the backup, which is read instead of the source. Calls the store first: a store
 * that refuses every request would also refuse the removal by which `write-backup` is undone.
 */
const copySource = step<MakeBackup, FlowDeps>()({
  name: 'copy-source',
  waitsOut: isOutage,
  run: async (ctx, { backupId, volumeHost, backupHost, sizeGb, copied }, { hosts, backups }) => {
    await backups.on(backupHost).hasBackup(ctx, { backupId })
    if (copied) await hosts.on(volumeHost).createVolume(ctx, { volumeId: backupId, sizeGb, content: copied })
  },
  undo: async (ctx, { backupId, volumeHost, copied }, { hosts }) => {
    if (copied) await hosts.on(volumeHost).deleteVolume(ctx, { volumeId: backupId })
  },
})

const writeBackup = step<MakeBackup, FlowDeps>()({
  name: 'write-backup',
  waitsOut: isOutage,
  run: (ctx, { backupId, parentId, volumeId, volumeHost, backupHost, copied }, deps) => {
    const used = { volumeId: copied ? backupId : volumeId, from: volumeHost, to: backupHost }
    return whileExported(deps, ctx, { ...used, usedFor: 'backup' }, (connection) =>
      deps.backups.on(backupHost).writeBackup(ctx, { backupId, parentId, connection }),
    )
  },
  undo: (ctx, { backupId, backupHost }, { backups }) =>
    backups.on(backupHost).removeBackup(ctx, { backupId }),
})

const dropCopy = step<MakeBackup, FlowDeps>()({
  name: 'drop-copy',
  waitsOut: isOutage,
  run: async (ctx, { backupId, volumeHost, copied }, { hosts }) => {
    if (copied) await hosts.on(volumeHost).deleteVolume(ctx, { volumeId: backupId })
  },
  nothingToUndo: 'nothing else refers to the copy',
})

/** Ends the status `backing-up` of the backed up snapshot or volume. */
const release = async ({ volumeId, snapshotId }: MakeBackup, trx: FlowDeps['db'], now: string) => {
  if (snapshotId !== null) await changeSnapshot(trx, snapshotId, ['backing-up'], { status: 'available' }, now)
  else
    await changeVolume(trx, volumeId, ['backing-up'], { status: await statusAfterWork(trx, volumeId) }, now)
}

/** Takes a backup from `creating` to `available`, or to `error` with nothing left in the store. */
export const makeBackupFlow = flow<MakeBackup>('make-backup')
  .step(copySource)
  .step(writeBackup)
  .step(dropCopy)
  .onDone<FlowDeps>((ctx, state, { db, clock, notices }) =>
    inTransaction(db, async (trx) => {
      const now = timestamp(clock)
      const { backupId, objects, service } = state
      await release(state, trx, now)
      const made = { status: 'available', object_count: objects, service } as const
      if (await changeBackup(trx, backupId, ['creating'], made, now))
        await notices.backup(trx, ctx, 'create', 'end', backupId)
    }),
  )
  .onFailed<FlowDeps>((ctx, input, error, deps) => {
    const { db, clock } = deps
    return inTransaction(db, async (trx) => {
      const now = timestamp(clock)
      await release(input, trx, now)
      const failed = { status: 'error', fail_reason: error.message.slice(0, 255) } as const
      if (await changeBackup(trx, input.backupId, ['creating'], failed, now))
        await messageOwner(deps, trx, ctx, input.volumeId, { action: 'backUp', error })
    })
  })
