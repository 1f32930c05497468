import { type Transfer, transfer } from '@nimbo/contracts/volume/transfers'
import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'
import { scopeOf, type VolumeApp } from '../../app/app.ts'
import { needType, needVolume } from '../../app/need.ts'
import { reserveQuota } from '../../app/reserve-quota.ts'
import type { Db } from '../../db/db.ts'
import { snapshotsOf } from '../../db/snapshots.ts'
import { changeVolume, findVolume } from '../../db/volumes.ts'
import { errors } from '../../errors.ts'
import { isKey, newKey } from './keys.ts'

export const transfers = repository<typeof transfer, Db>(transfer, { visibleTo: ownedBy(transfer) })

export const needTransfer = async (app: VolumeApp, ctx: Context, id: string): Promise<Transfer> => {
  const projectId = scopeOf(app, ctx)
  const found = await transfers.get(app.db, projectId === undefined ? 'all' : { projectId }, id)
  if (!found) throw errors.TransferNotFound({ id })
  return found
}

export interface Offer {
  readonly volumeId: string
  readonly name: string | null
  /** Whether the volume is transferred without its snapshots. */
  readonly noSnapshots: boolean
  readonly mayBeEncrypted: boolean
}

/** Creates a transfer of a volume; nothing else can be done to the volume until it is accepted or deleted. */
export const offer =
  (app: VolumeApp) =>
  async (
    ctx: Context,
    { volumeId, name, noSnapshots, mayBeEncrypted }: Offer,
  ): Promise<Transfer & { readonly key: string }> => {
    const { key, ...hidden } = newKey(app.config.DEFAULT.volume_transfer_key_length)
    const made = await inTransaction(app.db, async (trx) => {
      const volume = await needVolume({ ...app, db: trx }, ctx, volumeId)
      const now = timestamp(app.clock)
      if (!mayBeEncrypted && volume.encryptionKeyId !== null)
        throw errors.InvalidVolume({ reason: 'transferring encrypted volume is not supported' })
      if (volume.groupId !== null)
        throw errors.InvalidVolume({ reason: `Volume ${volumeId} must not be part of a group.` })
      const snapshots = noSnapshots ? [] : await snapshotsOf(trx, volumeId)
      if (snapshots.some(({ status }) => status !== 'available'))
        throw errors.InvalidSnapshot({ reason: `Snapshots of volume ${volumeId} must be available.` })
      const id = newId()
      const row = { id, project_id: volume.projectId, volume_id: volumeId, name, no_snapshots: noSnapshots }
      const write = async (): Promise<Transfer> => {
        if (!(await changeVolume(trx, volumeId, ['available'], { status: 'awaiting-transfer' }, now)))
          throw errors.InvalidVolume({ reason: 'status must be available' })
        const inserted = await transfers.insert(trx, { ...row, ...hidden, created_at: now, updated_at: now })
        if (!inserted) throw errors.ConcurrentChange({ id: volumeId })
        return inserted
      }
      return app.notices.changing(trx, ctx, 'transferCreate', volumeId, write)
    })
    return { ...made, key }
  }

/** Deletes a transfer. */
export const withdraw =
  (app: VolumeApp) =>
  (ctx: Context, { id, volume_id }: Transfer): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      await app.notices.changing(trx, ctx, 'transferDelete', volume_id, async () => {
        if (!(await transfers.delete(trx, id))) throw errors.TransferNotFound({ id })
        const back = { status: 'available' }
        await changeVolume(trx, volume_id, ['awaiting-transfer'], back, timestamp(app.clock))
      })
    })

/** Accepts a transfer: moves the volume to the caller's project, which must have the quota for it. */
export const accept =
  (app: VolumeApp) =>
  (ctx: Context, id: string, key: string): Promise<Transfer> =>
    inTransaction(app.db, async (trx) => {
      const found = await transfers.get(trx, 'all', id)
      if (!found) throw errors.TransferNotFound({ id })
      if (!isKey(found, key))
        throw errors.InvalidAuthKey({ reason: `Attempt to transfer ${id} with invalid auth key.` })
      const volume = await findVolume(trx, found.volume_id, undefined)
      if (!volume) throw errors.VolumeNotFound({ id: found.volume_id })
      // The project must have access to the volume's type.
      await needType({ ...app, db: trx }, ctx, volume.typeId)
      const snapshots = found.no_snapshots ? [] : await snapshotsOf(trx, volume.id)
      const ofSnapshots = snapshots.reduce((sum, { size }) => sum + size, 0)
      const projectId = ctx.projectId ?? ''
      await reserveQuota(app, trx, projectId, {
        ...{ volumes: 1, snapshots: snapshots.length, typeName: volume.typeName, volumeSize: volume.size },
        gigabytes: volume.size + (app.config.DEFAULT.no_snapshot_gb_quota ? 0 : ofSnapshots),
      })
      await app.notices.changing(trx, ctx, 'transferAccept', volume.id, async () => {
        const owner = { project_id: projectId, user_id: ctx.userId ?? '' }
        const now = timestamp(app.clock)
        const { numUpdatedRows } = await trx
          .updateTable('volumes')
          .set({ ...owner, status: 'available', updated_at: now })
          .where('id', '=', volume.id)
          .where('status', '=', 'awaiting-transfer')
          .executeTakeFirstOrThrow()
        if (numUpdatedRows !== 1n)
          throw errors.InvalidVolume({ reason: 'Volume must be awaiting a transfer.' })
        if (!found.no_snapshots)
          await trx.updateTable('snapshots').set(owner).where('volume_id', '=', volume.id).execute()
        await transfers.delete(trx, id)
      })
      return found
    })
