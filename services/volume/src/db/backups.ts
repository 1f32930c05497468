import { type Backup, type BackupStatus, backup } from '@nimbo/contracts/volume/backups'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'
import type { Db } from './db.ts'

export const backups = repository<typeof backup, Db>(backup, { visibleTo: ownedBy(backup) })

type Change = Partial<Pick<Backup, 'status' | 'fail_reason' | 'object_count'>>

/** Updates a backup if its status is still one of `from`; false otherwise. */
export const changeBackup = async (
  db: Db,
  id: string,
  from: readonly BackupStatus[],
  change: Change,
  now: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('backups')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The latest backup of a volume that is complete. */
export const latestBackupOf = async (db: Db, volumeId: string): Promise<Backup | undefined> => {
  const row = await db
    .selectFrom('backups')
    .select('id')
    .where('volume_id', '=', volumeId)
    .where('status', '=', 'available')
    .orderBy('data_timestamp', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && backups.get(db, 'all', row.id)
}

/** The number of incremental backups that depend on each of these backups. */
export const dependentsOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('backups')
    .select(({ fn }) => ['parent_id', fn.countAll().as('count')])
    .where('parent_id', 'in', ids)
    .groupBy('parent_id')
    .execute()
  return new Map(rows.map(({ parent_id, count }) => [parent_id ?? '', Number(count)]))
}
