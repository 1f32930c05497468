import type { BackupStatus } from '@nimbo/contracts/volume/backups'
import type { VolumeStatus } from '@nimbo/contracts/volume/statuses'
import type { SnapshotStatus } from '../domain/snapshot.ts'
import type { Db } from './db.ts'

/** What a volume that a flow works on is when the flow fails. */
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

/** What went on beside a volume, and is over: it is what it was before. */
const passing: readonly VolumeStatus[] = ['retyping', 'uploading']

/** What a backup that a flow works on is when the flow fails. */
const failedBackup: readonly (readonly [from: BackupStatus, to: BackupStatus])[] = [
  ['creating', 'error'],
  ['deleting', 'error_deleting'],
]

/** Subjects of the flows that have not ended. */
const worked = (db: Db) => db.selectFrom('flows').select('subject').where('wake_at', 'is not', null)

/** Ends as failed what no flow is at work on, though it says so, or `only` that one; gives the ids. */
export const endAbandonedVolumes = async (db: Db, now: string, only?: string): Promise<readonly string[]> => {
  const ended: string[] = []
  for (const [from, to] of failedVolume) {
    const rows = await db
      .updateTable('volumes')
      .set({ status: to, growing_by: 0, updated_at: now })
      .where('status', '=', from)
      .where('id', 'not in', worked(db))
      .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
      // One that goes with its group.
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

/** The same for snapshots. */
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
      // One that goes with its volume, or is one of a group's.
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

/** The same for backups, and the volumes that they are made of. */
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
