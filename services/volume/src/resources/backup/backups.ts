import { type Backup, type BackupStatus, backupStatuses } from '@nimbo/contracts/volume/backups'
import { inTransaction } from '@nimbo/db/in-transaction'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { reverter } from '@nimbo/kernel/reverter'
import { scopeOf, type VolumeApp } from '../../app/app.ts'
import { beginDeletion, beginWork } from '../../app/begin-work.ts'
import { needSnapshot, needVolume } from '../../app/need.ts'
import { reserveQuota } from '../../app/reserve-quota.ts'
import { backupKeyName, copyKey } from '../../app/volume-keys.ts'
import { backups, changeBackup, dependentsOf, latestBackupOf } from '../../db/backups.ts'
import type { Db } from '../../db/db.ts'
import { listServices } from '../../db/services.ts'
import { changeSnapshot } from '../../db/snapshots.ts'
import { changeVolume } from '../../db/volumes.ts'
import { aliveSince } from '../../domain/service-liveness.ts'
import { storeKeyOf } from '../../domain/store-key.ts'
import type { Volume } from '../../domain/volume.ts'
import { queueOf } from '../../domain/volume-host.ts'
import { errors } from '../../errors.ts'
import { dropBackupFlow } from './delete-flow.ts'
import { type MakeBackup, makeBackupFlow } from './make-flow.ts'

type Texts = Readonly<Record<string, string>>

export const needBackup = async (app: VolumeApp, ctx: Context, id: string): Promise<Backup> => {
  const projectId = scopeOf(app, ctx)
  const found = await backups.get(app.db, projectId === undefined ? 'all' : { projectId }, id)
  if (!found) throw errors.BackupNotFound({ id })
  return found
}

/** The host of a backup store that is up; in the zone, if one is named. */
export const hostOfStore = async (app: VolumeApp, zone: string | null): Promise<string> => {
  const since = aliveSince(app)
  const found = (await listServices(app.db, { binary: 'cinder-backup' })).find(
    (each) => each.disabled === 0 && each.reported_at >= since && (zone === null || each.zone === zone),
  )
  if (!found) throw errors.NoBackupService()
  return found.host
}

export interface BackupOrder {
  readonly volumeId: string
  readonly snapshotId: string | null
  readonly name: string | null
  readonly description: string | null
  readonly container: string | null
  readonly metadata: Texts
  readonly incremental: boolean
  /** Also allows volumes in use, whose content may change meanwhile. */
  readonly force: boolean
  readonly zone: string | null
}

/** The parent of an incremental backup: the latest backup of the volume. */
const parentFor = async (trx: Db, { volumeId }: BackupOrder, size: number): Promise<Backup> => {
  const parent = await latestBackupOf(trx, volumeId)
  if (!parent) throw errors.InvalidBackup({ reason: 'No backups available to do an incremental backup.' })
  if (parent.size > size)
    throw errors.InvalidBackup({ reason: 'The volume is smaller than its last backup.' })
  return parent
}

/** Sets the source to `backing-up`. Returns the content that has to be copied first; null if the volume itself can be read. */
const takeSource = async (
  app: VolumeApp,
  trx: Db,
  ctx: Context,
  { id, status }: Volume,
  { snapshotId, force }: BackupOrder,
): Promise<Pick<MakeBackup, 'copied'>> => {
  const now = timestamp(app.clock)
  if (snapshotId !== null) {
    const snapshot = await needSnapshot({ ...app, db: trx }, ctx, snapshotId)
    if (snapshot.volumeId !== id)
      throw errors.InvalidSnapshot({ reason: `Snapshot ${snapshotId} is of another volume.` })
    if (!(await changeSnapshot(trx, snapshotId, ['available'], { status: 'backing-up' }, now))) {
      throw errors.InvalidSnapshot({
        reason: `Snapshot to be backed up must be available, but the current status is "${snapshot.status}".`,
      })
    }
    return { copied: { from: 'snapshot', snapshotId, volumeId: id } }
  }
  if (status !== 'available' && status !== 'in-use') {
    throw errors.InvalidVolume({
      reason: `Volume to be backed up must be available or in-use, but the current status is "${status}".`,
    })
  }
  if (status === 'in-use' && !force)
    throw errors.InvalidVolume({ reason: 'Backing up an in-use volume must use the force flag.' })
  const change = { status: 'backing-up', previous_status: status }
  if (!(await changeVolume(trx, id, [status], change, now))) throw errors.ConcurrentChange({ id })
  return { copied: status === 'in-use' ? { from: 'volume', volumeId: id } : null }
}

/** Inserts the backup, in `creating`, together with the flow that makes it. */
export const createBackup =
  (app: VolumeApp) =>
  async (ctx: Context, order: BackupOrder): Promise<Backup> => {
    const { encryptionKeyId: keyId } = await needVolume(app, ctx, order.volumeId)
    const host = await hostOfStore(app, order.zone)
    const id = newId()
    await using undo = reverter()
    const ownKeyId = keyId === null ? null : await copyKey(app.keys)(ctx, keyId, backupKeyName(id))
    if (ownKeyId !== null) undo.add(() => app.keys.remove(ctx, ownKeyId))
    const { made } = await beginWork(app, ctx, async (trx) => {
      const volume = await needVolume({ ...app, db: trx }, ctx, order.volumeId)
      if (volume.encryptionKeyId !== keyId) throw errors.ConcurrentChange({ id: volume.id })
      if (volume.host === null)
        throw errors.InvalidVolume({ reason: `Volume ${volume.id} has not been created yet.` })
      await reserveQuota(app, trx, volume.projectId, { backups: 1, backup_gigabytes: volume.size })
      const parent = order.incremental ? await parentFor(trx, order, volume.size) : undefined
      const source = await takeSource(app, trx, ctx, volume, order)
      const now = timestamp(app.clock)
      const backup = await backups.insert(trx, {
        id,
        project_id: volume.projectId,
        user_id: ctx.userId ?? '',
        volume_id: volume.id,
        snapshot_id: order.snapshotId,
        parent_id: parent?.id ?? null,
        name: order.name,
        description: order.description,
        status: 'creating',
        size: volume.size,
        object_count: 0,
        container: order.container,
        service: null,
        service_metadata: null,
        // An incremental backup must be in the same store as its parent.
        host: parent?.host ?? host,
        availability_zone: order.zone ?? app.zone,
        fail_reason: null,
        data_timestamp: now,
        metadata: order.metadata,
        volume_metadata: volume.metadata,
        bootable: volume.bootable,
        image_metadata: volume.imageMetadata ?? {},
        encryption_key_id: ownKeyId,
        volume_type_id: ownKeyId === null ? null : volume.typeId,
        created_at: now,
        updated_at: now,
      })
      if (!backup) throw errors.ConcurrentChange({ id })
      await app.notices.backup(trx, ctx, 'create', 'start', id)
      const input = {
        ...source,
        ...{ backupId: id, volumeId: volume.id, sizeGb: volume.size },
        parentId: parent ? storeKeyOf(parent) : null,
        ...{ volumeHost: queueOf(volume.host), backupHost: parent?.host ?? host },
        snapshotId: order.snapshotId,
      }
      const flowId = await insertFlow(trx, makeBackupFlow, { subject: id, ctx, clock: app.clock, input })
      return { flowId, made: backup }
    })
    undo.keep()
    return made
  }

/** Sets the backup to `deleting` together with the flow that deletes it. Throws if incremental backups depend on it. */
export const deleteBackup =
  (app: VolumeApp) =>
  async (ctx: Context, backup: Backup, { force = false } = {}): Promise<void> => {
    const { id, host } = backup
    await beginDeletion(app, ctx, async (trx) => {
      if (((await dependentsOf(trx, [id])).get(id) ?? 0) > 0)
        throw errors.InvalidBackup({ reason: 'Incremental backups exist for this backup.' })
      const from = force ? backupStatuses : (['available', 'error', 'error_deleting'] as const)
      if (!(await changeBackup(trx, id, from, { status: 'deleting' }, timestamp(app.clock))))
        throw errors.InvalidBackup({ reason: 'Backup status must be available or error' })
      await app.notices.backup(trx, ctx, 'delete', 'start', id)
      const input = { backupId: id, storeKey: storeKeyOf(backup), host }
      return { flowId: await insertFlow(trx, dropBackupFlow, { subject: id, ctx, clock: app.clock, input }) }
    })
  }

export const updateBackup =
  (app: VolumeApp) =>
  async (
    id: string,
    changes: Partial<Pick<Backup, 'name' | 'description' | 'metadata'>>,
  ): Promise<Backup> => {
    const changed = await backups.update(app.db, id, changes, timestamp(app.clock))
    if (!changed) throw errors.BackupNotFound({ id })
    return changed
  }

/** Sets the status of a backup to any that an administrator requests. */
export const resetBackupStatus =
  (app: VolumeApp) =>
  (ctx: Context, id: string, status: BackupStatus): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      await app.notices.backup(trx, ctx, 'resetStatus', 'start', id)
      await changeBackup(trx, id, backupStatuses, { status }, timestamp(app.clock))
      await app.notices.backup(trx, ctx, 'resetStatus', 'end', id)
    })
