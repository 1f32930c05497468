import type { Backup } from '@nimbo/contracts/volume/backups'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { reverter } from '@nimbo/kernel/reverter'
import type { Enforce, VolumeApp } from '../../app/app.ts'
import { beginWork } from '../../app/begin-work.ts'
import { createVolume } from '../../app/create-volume.ts'
import { needVolume } from '../../app/need.ts'
import { keyOfBackup, otherKeyFor, requireNoSnapshots } from '../../app/volume-keys.ts'
import { changeBackup } from '../../db/backups.ts'
import { changeVolume } from '../../db/volumes.ts'
import { storeKeyOf } from '../../domain/store-key.ts'
import type { Volume } from '../../domain/volume.ts'
import { queueOf } from '../../domain/volume-host.ts'
import { errors } from '../../errors.ts'
import { restoreBackupFlow } from './restore-flow.ts'

type Wanted = { readonly volumeId: string | null; readonly name: string | null }

/** Restores a backup to the named volume, or to a new one. */
export const restoreBackup =
  (app: VolumeApp) =>
  (ctx: Context, backup: Backup, { volumeId, name }: Wanted, enforce: Enforce): Promise<Volume> =>
    volumeId === null
      ? createVolume(app)(
          ctx,
          {
            name: name ?? `restore_backup_${backup.id}`,
            description: 'auto-created_from_restore_from_backup',
            metadata: backup.volume_metadata,
            backupId: backup.id,
          },
          enforce,
        )
      : restoreTo(app, ctx, backup, volumeId)

/** An encrypted backup can be restored only to volumes of the type of its source, and a plain one only to plain volumes. */
const requireSameLock = (
  { id, typeId, encryptionKeyId }: Volume,
  backup: Backup,
  key: { readonly typeId: string } | undefined,
): void => {
  if (key !== undefined && key.typeId !== typeId)
    throw errors.InvalidVolume({
      reason: `The source volume type '${key.typeId}' is different than the destination volume type '${typeId}'.`,
    })
  if ((key !== undefined) !== (encryptionKeyId !== null))
    throw errors.InvalidVolume({
      reason: `Only one of volume ${id} and backup ${backup.id} is encrypted.`,
    })
}

const restoreTo = async (app: VolumeApp, ctx: Context, backup: Backup, volumeId: string): Promise<Volume> => {
  await using undo = reverter()
  const key = await keyOfBackup(app.keys)(ctx, backup)
  const seen = await needVolume(app, ctx, volumeId)
  requireSameLock(seen, backup, key)
  const newKeyId = key && (await otherKeyFor(app.keys)(ctx, seen, key.keyId))
  if (newKeyId !== undefined) undo.add(() => app.keys.remove(ctx, newKeyId))
  const { told } = await beginWork(app, ctx, async (trx) => {
    const volume = await needVolume({ ...app, db: trx }, ctx, volumeId)
    requireSameLock(volume, backup, key)
    if (volume.encryptionKeyId !== seen.encryptionKeyId) throw errors.ConcurrentChange({ id: volumeId })
    if (newKeyId !== undefined) await requireNoSnapshots(trx, volumeId)
    if (volume.size < backup.size) {
      throw errors.InvalidVolume({
        reason: `volume size ${volume.size} is too small to restore backup of size ${backup.size}.`,
      })
    }
    const now = timestamp(app.clock)
    if (
      volume.host === null ||
      !(await changeVolume(trx, volumeId, ['available'], { status: 'restoring-backup' }, now))
    )
      throw errors.InvalidVolume({ reason: 'Volume to be restored to must be available' })
    if (
      backup.host === null ||
      !(await changeBackup(trx, backup.id, ['available'], { status: 'restoring' }, now))
    )
      throw errors.InvalidBackup({ reason: 'Backup status must be available' })
    await app.notices.backup(trx, ctx, 'restore', 'start', backup.id)
    const input = {
      ...{
        backupId: backup.id,
        storeKey: storeKeyOf(backup),
        backupHost: backup.host,
        volumeId,
        volumeHost: queueOf(volume.host),
      },
      ...{ bootable: backup.bootable, imageMetadata: backup.image_metadata },
      volumeMetadata: backup.volume_metadata,
      ...(newKeyId === undefined ? {} : { keys: { old: volume.encryptionKeyId, new: newKeyId } }),
    }
    const flowId = await insertFlow(trx, restoreBackupFlow, {
      subject: volumeId,
      ctx,
      clock: app.clock,
      input,
    })
    return { flowId, told: volume }
  })
  undo.keep()
  return told
}
