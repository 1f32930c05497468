import type { VolumeStatus } from '@nimbo/contracts/volume/statuses'
import type { SnapshotStatus } from '../domain/snapshot.ts'
import type { Db } from './db.ts'

/** What a volume that a flow works on is when the flow fails. */
const failedVolume: readonly (readonly [from: VolumeStatus, to: VolumeStatus])[] = [
  ['creating', 'error'],
  ['downloading', 'error'],
  ['deleting', 'error_deleting'],
  ['extending', 'error_extending'],
]

const failedSnapshot: readonly (readonly [from: SnapshotStatus, to: SnapshotStatus])[] = [
  ['creating', 'error'],
  ['deleting', 'error_deleting'],
]

/** Subjects of the flows that have not ended. */
const worked = (db: Db) => db.selectFrom('flows').select('subject').where('wake_at', 'is not', null)

/** Ends as failed what no flow is at work on, though it says so; gives the ids. */
export const endAbandonedVolumes = async (db: Db, now: string): Promise<readonly string[]> => {
  const ended: string[] = []
  for (const [from, to] of failedVolume) {
    const rows = await db
      .updateTable('volumes')
      .set({ status: to, growing_by: 0, updated_at: now })
      .where('status', '=', from)
      .where('id', 'not in', worked(db))
      .returning('id')
      .execute()
    ended.push(...rows.map(({ id }) => id))
  }
  return ended
}

/** The same for snapshots. */
export const endAbandonedSnapshots = async (db: Db, now: string): Promise<readonly string[]> => {
  const ended: string[] = []
  for (const [from, to] of failedSnapshot) {
    const rows = await db
      .updateTable('snapshots')
      .set({ status: to, updated_at: now })
      .where('status', '=', from)
      .where('id', 'not in', worked(db))
      .returning('id')
      .execute()
    ended.push(...rows.map(({ id }) => id))
  }
  return ended
}
