import type { VolumeStatus } from '@nimbo/contracts/volume/statuses'
import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Db } from '../../../db/db.ts'
import { removeAttachmentsOf } from '../../../db/attachments.ts'
import { updateVolume } from '../../../db/volumes.ts'
import type { VolumeApp } from '../../../app/app.ts'
import { needVolume } from '../../../app/need.ts'

/** Sets the status of a volume to any that an administrator requests; `detached` also removes its attachments. */
export const resetStatus =
  (app: VolumeApp) =>
  async (
    ctx: Context,
    id: string,
    reset: {
      readonly status?: VolumeStatus | undefined
      readonly migration?: string | null | undefined
      readonly detached: boolean
    },
  ): Promise<void> => {
    await needVolume(app, ctx, id)
    const write = async (trx: Db): Promise<void> => {
      if (reset.detached) await removeAttachmentsOf(trx, id)
      if (reset.migration !== undefined)
        await updateVolume(trx, id, { migration_status: reset.migration }, timestamp(app.clock))
      if (reset.status !== undefined)
        await updateVolume(trx, id, { status: reset.status, growing_by: 0 }, timestamp(app.clock))
    }
    await inTransaction(app.db, (trx) => app.notices.changing(trx, ctx, 'resetStatus', id, () => write(trx)))
  }
