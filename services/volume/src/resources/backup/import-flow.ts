import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { changeBackup } from '../../db/backups.ts'
import { errors } from '../../errors.ts'
import type { FlowDeps } from '../../flows/flow-deps.ts'
import { isOutage } from '../../flows/is-outage.ts'

export interface ImportBackup {
  readonly backupId: string
  /** The key of the backup in the store. */
  readonly storeKey: string
  readonly host: string
}

const lookForContent = step<ImportBackup, FlowDeps>()({
  name: 'look-for-content',
  waitsOut: isOutage,
  run: async (ctx, { storeKey, host }, { backups }) => {
    const { isThere } = await backups.on(host).hasBackup(ctx, { backupId: storeKey })
    if (!isThere) throw errors.InvalidBackup({ reason: `The store has no backup ${storeKey}.` })
  },
  nothingToUndo: 'it only reads',
})

/** Takes an imported backup from `creating` to `available`, or to `error` if the store has no such backup. */
export const importBackupFlow = flow<ImportBackup>('import-backup')
  .step(lookForContent)
  .onDone<FlowDeps>((_, { backupId }, { db, clock }) =>
    changeBackup(db, backupId, ['creating'], { status: 'available' }, timestamp(clock)),
  )
  .onFailed<FlowDeps>((_, { backupId }, error, { db, clock }) =>
    changeBackup(
      db,
      backupId,
      ['creating'],
      { status: 'error', fail_reason: error.message.slice(0, 255) },
      timestamp(clock),
    ),
  )
