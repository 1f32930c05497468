import { inTransaction } from '@nimbo/db/in-transaction'
import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { backupKeyName } from '../../app/volume-keys.ts'
import { backups, changeBackup } from '../../db/backups.ts'
import { endWork } from '../../flows/end-work.ts'
import type { FlowDeps } from '../../flows/flow-deps.ts'
import { isOutage } from '../../flows/is-outage.ts'

export interface DropBackup {
  readonly backupId: string
  /** The key of the backup in the store, if it is not its id. */
  readonly storeKey?: string
  /** The host with the store; null if nothing was ever stored. */
  readonly host: string | null
}

const endOtherWork = step<DropBackup, FlowDeps>()({
  name: 'end-other-work',
  waitsOut: isOutage,
  run: (_, { backupId }, { db, clock }) =>
    endWork(db, clock, ['make-backup', 'import-backup'], backupId, 'the backup is deleted'),
  nothingToUndo: 'a cancelled flow has undone its own steps',
})

const removeContent = step<DropBackup, FlowDeps>()({
  name: 'remove-content',
  waitsOut: isOutage,
  run: async (ctx, { backupId, storeKey = backupId, host }, { db, backups: stores, keys }) => {
    if (host !== null) await stores.on(host).removeBackup(ctx, { backupId: storeKey })
    const keyId = (await backups.get(db, 'all', backupId))?.encryption_key_id
    // An imported record may name a key that was created for something else.
    if (keyId && (await keys.named(ctx, backupKeyName(backupId))) === keyId) await keys.remove(ctx, keyId)
  },
  nothingToUndo: 'deleted data cannot be restored; the backup ends in error_deleting',
})

/** Takes a backup from `deleting` to the removal of its row, or to `error_deleting`. */
export const dropBackupFlow = flow<DropBackup>('drop-backup')
  .step(endOtherWork)
  .step(removeContent)
  .onDone<FlowDeps>((ctx, { backupId }, { db, notices }) =>
    inTransaction(db, (trx) =>
      notices.removingBackup(trx, ctx, backupId, () => backups.delete(trx, backupId)),
    ),
  )
  .onFailed<FlowDeps>((_, { backupId }, error, { db, clock }) =>
    changeBackup(
      db,
      backupId,
      ['deleting'],
      { status: 'error_deleting', fail_reason: error.message.slice(0, 255) },
      timestamp(clock),
    ),
  )
