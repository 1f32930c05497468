import { afterRow } from '@nimbo/db/keyset'
import type { Snapshot, SnapshotStatus } from '../domain/snapshot.ts'
import type { Db } from './db.ts'
import type { SnapshotRow } from './tables.ts'

const complete = async (db: Db, rows: readonly SnapshotRow[]): Promise<readonly Snapshot[]> => {
  if (rows.length === 0) return []
  const pairs = await db
    .selectFrom('snapshot_metadata')
    .selectAll()
    .where(
      'snapshot_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const metadata = new Map<string, Record<string, string>>()
  for (const { snapshot_id, key, value } of pairs)
    metadata.set(snapshot_id, { ...metadata.get(snapshot_id), [key]: value })
  return rows.map((row) => ({
    id: row.id,
    volumeId: row.volume_id,
    projectId: row.project_id,
    userId: row.user_id,
    name: row.name,
    description: row.description,
    size: row.size,
    status: row.status as SnapshotStatus,
    consumesQuota: row.consumes_quota === 1,
    metadata: metadata.get(row.id) ?? {},
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

/** A snapshot as far as `projectId` may see it; undefined sees all projects. */
export const findSnapshot = async (
  db: Db,
  id: string,
  projectId: string | undefined,
): Promise<Snapshot | undefined> => {
  const rows = await db
    .selectFrom('snapshots')
    .selectAll()
    .where('id', '=', id)
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? ''))
    .execute()
  return (await complete(db, rows))[0]
}

export interface SnapshotQuery {
  readonly projectId: string | undefined
  readonly filters: Readonly<Partial<Record<'volume_id' | 'status' | 'name', string>>>
  readonly limit: number
  readonly offset: number
  readonly marker?: Snapshot | undefined
}

/** A page of snapshots, newest first. */
export const listSnapshots = async (
  db: Db,
  { projectId, filters, limit, offset, marker }: SnapshotQuery,
): Promise<readonly Snapshot[]> => {
  const order = [
    { column: 'created_at', direction: 'desc' },
    { column: 'id', direction: 'desc' },
  ] as const
  let query = db
    .selectFrom('snapshots')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
  if (projectId !== undefined) query = query.where('project_id', '=', projectId)
  for (const [name, value] of Object.entries(filters)) query = query.where(name as 'status', '=', value)
  if (marker) query = query.where(afterRow(order, { created_at: marker.createdAt, id: marker.id }))
  return complete(db, await query.execute())
}

export const hasSnapshots = async (db: Db, volumeId: string): Promise<boolean> =>
  (await db
    .selectFrom('snapshots')
    .select('id')
    .where('volume_id', '=', volumeId)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const insertSnapshot = (db: Db, row: SnapshotRow): Promise<unknown> =>
  db.insertInto('snapshots').values(row).execute()

/** Changes a snapshot if its status is still one of `from`; false when it is not. */
export const changeSnapshot = async (
  db: Db,
  id: string,
  from: readonly SnapshotStatus[],
  change: Partial<Pick<SnapshotRow, 'name' | 'description' | 'status'>>,
  now: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('snapshots')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const removeSnapshot = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('snapshots').where('id', '=', id).execute()
