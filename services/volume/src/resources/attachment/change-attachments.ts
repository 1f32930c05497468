import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Db } from '../../db/db.ts'
import { changeVolume, findVolume } from '../../db/volumes.ts'
import { attachedStatuses, statusWith } from '../../domain/volume.ts'
import { errors } from '../../errors.ts'
import type { VolumeApp } from '../../app/app.ts'

/** Changes attachments and updates the status of their volume accordingly. */
const changed = async <Result>(
  trx: Db,
  { clock }: Pick<VolumeApp, 'clock'>,
  volumeId: string,
  change: (trx: Db) => Promise<Result>,
): Promise<Result> => {
  const result = await change(trx)
  const volume = await findVolume(trx, volumeId, undefined)
  if (!volume) throw errors.VolumeNotFound({ id: volumeId })
  const status = statusWith(volume.attachments)
  const own = volume.attachments.length === 0 ? [] : (['downloading'] as const)
  if (status !== volume.status)
    await changeVolume(trx, volumeId, [...attachedStatuses, ...own], { status }, timestamp(clock))
  return result
}

/**
 * Changes a volume's attachments and sets its status accordingly, in one transaction. A status that does not follow from
 * attachments (`error`, `deleting`, …) stays.
 */
export const changeAttachments = <Result>(
  app: Pick<VolumeApp, 'db' | 'clock'>,
  volumeId: string,
  change: (trx: Db) => Promise<Result>,
): Promise<Result> => inTransaction(app.db, (trx) => changed(trx, app, volumeId, change))

/** Like {@link changeAttachments}, for changes that attach the volume to a host or detach it, which emit notifications. */
export const attachOrDetach = <Result>(
  app: Pick<VolumeApp, 'db' | 'clock' | 'notices'>,
  ctx: Context,
  verb: 'attach' | 'detach',
  volumeId: string,
  change: (trx: Db) => Promise<Result>,
): Promise<Result> =>
  inTransaction(app.db, (trx) =>
    app.notices.changing(trx, ctx, verb, volumeId, () => changed(trx, app, volumeId, change)),
  )
