import type { BackupStatus } from '@nimbo/contracts/volume/backups'
import type { VolumeStatus } from '@nimbo/contracts/volume/statuses'
import type { SnapshotStatus } from '../domain/snapshot.ts'
import type { Db } from './db.ts'

/** The status that a volume gets when its flow fails. */
const failedVolume: readonly (readonly [from: VolumeStatus, to: VolumeStatus])[] = [
  ['creating', 'error'],
  ['downloading', 'error'],
  ['deleting', 'error_deleting'],
  ['extending', 'error_extending'],
  ['reverting', 'error'],
  ['managing', 'error_managing'],
  ['unmanaging', 'error_unmanaging'],
  ['restoring-backup', 'error_restoring'],
]

const failedSnapshot: readonly (readonly [from: SnapshotStatus, to: SnapshotStatus])[] = [
  ['creating', 'error'],
  ['deleting', 'error_deleting'],
  ['unmanaging', 'error'],
]

/** Statuses of work that does not change the volume itself, so that the volume returns to its previous status. */
const passing: readonly VolumeStatus[] = ['retyping', 'uploading']

/** The status that a backup gets when its flow fails. */
const failedBackup: readonly (readonly [from: BackupStatus, to: BackupStatus])[] = [
  ['creating', 'error'],
  ['deleting', 'error_deleting'],
]

/** Subjects of the flows that have not ended. */
const worked = (db: Db) => db.selectFrom('flows').select('subject').where('wake_at', 'is not', null)

/**
 * Sets volumes to an error status when their status says that work is under way but no flow does it; `only` restricts this to one
 * volume. Returns their ids.
 */
export const endAbandonedVolumes = async (db: Db, now: string, only?: string): Promise<readonly string[]> => {
  const ended: string[] = []
  for (const [from, to] of failedVolume) {
    const rows = await db
      .updateTable('volumes')
      .set({ status: to, growing_by: 0, updated_at: now })
      .where('status', '=', from)
      .where('id', 'not in', worked(db))
      .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
      // Volumes that are deleted with their group are the subject of no flow of their own.
      .where((where) => where.or([where('group_id', 'is', null), where('group_id', 'not in', worked(db))]))
      .returning('id')
      .execute()
    ended.push(...rows.map(({ id }) => id))
  }
  const back = await db
    .updateTable('volumes')
    .set(({ fn, ref, val }) => ({
      status: fn.coalesce(ref('previous_status'), val('available')),
      updated_at: now,
    }))
    .where('status', 'in', passing)
    .where('id', 'not in', worked(db))
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .returning('id')
    .execute()
  return [...ended, ...back.map(({ id }) => id)]
}

/** Like {@link endAbandonedVolumes}, for snapshots. */
export const endAbandonedSnapshots = async (
  db: Db,
  now: string,
  only?: string,
): Promise<readonly string[]> => {
  const ended: string[] = []
  for (const [from, to] of failedSnapshot) {
    const rows = await db
      .updateTable('snapshots')
      .set({ status: to, updated_at: now })
      .where('status', '=', from)
      .where('id', 'not in', worked(db))
      .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
      // The flow's subject is the volume of the snapshot, or the group snapshot that it belongs to.
      .where('volume_id', 'not in', worked(db))
      .where((where) =>
        where.or([where('group_snapshot_id', 'is', null), where('group_snapshot_id', 'not in', worked(db))]),
      )
      .returning('id')
      .execute()
    ended.push(...rows.map(({ id }) => id))
  }
  return ended
}

/** Like {@link endAbandonedVolumes}, for backups and the volumes that are being backed up. */
export const endAbandonedBackups = async (db: Db, now: string): Promise<readonly string[]> => {
  const ended: string[] = []
  for (const [from, to] of failedBackup) {
    const rows = await db
      .updateTable('backups')
      .set({ status: to, updated_at: now })
      .where('status', '=', from)
      .where('id', 'not in', worked(db))
      .returning('id')
      .execute()
    ended.push(...rows.map(({ id }) => id))
  }
  await db
    .updateTable('volumes')
    .set(({ fn, ref, val }) => ({ status: fn.coalesce(ref('previous_status'), val('available')) }))
    .where('status', '=', 'backing-up')
    .where('id', 'not in', db.selectFrom('backups').select('volume_id').where('status', '=', 'creating'))
    .execute()
  return ended
}
