import { escapeLike } from '@nimbo/db/escape-like'
import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import { prepared } from '@nimbo/db/prepared'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Snapshot, SnapshotStatus } from '../domain/snapshot.ts'
import { isMigrating } from '../domain/volume.ts'
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
    progress: row.progress,
    groupSnapshotId: row.group_snapshot_id,
    metadata: metadata.get(row.id) ?? {},
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

/** Finds a snapshot of a project; of any project when `projectId` is undefined. */
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
  readonly filters: Readonly<
    Partial<Record<'volume_id' | 'status' | 'name' | 'id' | 'project_id', string>>
  > & {
    readonly consumes_quota?: 0 | 1
  }
  /** Substrings of columns, case-insensitive. */
  readonly like: Readonly<Partial<Record<'name' | 'status', string>>>
  readonly metadata: Readonly<Record<string, string>>
  /** The sort order, whose last column must be unique. */
  readonly order: readonly SortColumn[]
  readonly limit: number
  readonly offset: number
  readonly marker?: Snapshot | undefined
}

type Conditions = Pick<SnapshotQuery, 'projectId' | 'filters' | 'like' | 'metadata'>

const conditionsOf = ({ projectId, filters, like, metadata }: Conditions): Expression<SqlBool>[] => [
  ...(projectId === undefined ? [] : [sql<SqlBool>`project_id = ${projectId}`]),
  ...Object.entries(filters).map(([name, value]) => sql<SqlBool>`${sql.ref(name)} = ${value}`),
  ...Object.entries(like).map(
    ([name, part]) =>
      sql<SqlBool>`lower(${sql.ref(name)}) like lower(${`%${escapeLike(part)}%`}) escape '\\'`,
  ),
  ...Object.entries(metadata).map(
    ([key, value]) => sql<SqlBool>`exists (select 1 from snapshot_metadata as m
      where m.snapshot_id = snapshots.id and m.key = ${key} and m.value = ${value})`,
  ),
]

/** A page of snapshots. */
export const listSnapshots = async (db: Db, page: SnapshotQuery): Promise<readonly Snapshot[]> => {
  const { order, limit, offset, marker } = page
  let query = db.selectFrom('snapshots').selectAll().limit(limit).offset(offset)
  for (const condition of conditionsOf(page)) query = query.where(condition)
  for (const term of orderTerms(order)) query = query.orderBy(term as never)
  if (marker) {
    const row = await db.selectFrom('snapshots').selectAll().where('id', '=', marker.id).executeTakeFirst()
    query = query.where(afterRow(order, { ...row }))
  }
  return complete(db, await query.execute())
}

/** Counts the snapshots of a query on all pages. */
export const countSnapshots = async (db: Db, query: Conditions): Promise<number> => {
  let counting = db.selectFrom('snapshots').select(({ fn }) => fn.countAll().as('count'))
  for (const condition of conditionsOf(query)) counting = counting.where(condition)
  return Number((await counting.executeTakeFirstOrThrow()).count)
}

/** The id of the latest snapshot of a volume. */
export const latestSnapshotOf = async (db: Db, volumeId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('snapshots')
      .select('id')
      .where('volume_id', '=', volumeId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id

/** The ids of all snapshots of a volume. */
export const snapshotsOf = async (db: Db, volumeId: string): Promise<readonly SnapshotRow[]> =>
  db
    .selectFrom('snapshots')
    .selectAll()
    .where('volume_id', '=', volumeId)
    .orderBy('id')
    .limit(10_000)
    .execute()

export const hasSnapshots = async (db: Db, volumeId: string): Promise<boolean> =>
  (await db
    .selectFrom('snapshots')
    .select('id')
    .where('volume_id', '=', volumeId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** What may prevent the deletion of a volume, in one query; undefined if the volume does not exist. */
export const bondsOf = async (db: Db, volumeId: string) => {
  const [row] = await bonds(db, { volumeId })
  return (
    row && {
      host: row.host,
      inGroup: row.group_id !== null,
      isAttached: row.attachment !== null,
      hasSnapshots: row.snapshot !== null,
      isMigrating: isMigrating({ migrationStatus: row.migration_status }),
    }
  )
}

const bonds = prepared((db: Db, { volumeId }: { readonly volumeId: string }) =>
  db
    .selectFrom('volumes')
    .select(['host', 'group_id', 'migration_status'])
    .select(({ selectFrom }) => [
      selectFrom('attachments').select('id').where('volume_id', '=', volumeId).limit(1).as('attachment'),
      selectFrom('snapshots').select('id').where('volume_id', '=', volumeId).limit(1).as('snapshot'),
    ])
    .where('id', '=', volumeId),
)

export const insertSnapshot = (db: Db, row: SnapshotRow): Promise<unknown> =>
  db.insertInto('snapshots').values(row).execute()

/** Updates a snapshot if its status is still one of `from`; false otherwise. */
export const changeSnapshot = async (
  db: Db,
  id: string,
  from: readonly SnapshotStatus[],
  change: Partial<Pick<SnapshotRow, 'name' | 'description' | 'status' | 'progress'>>,
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

/** Sets the first progress of a snapshot that is being created, unless its server has reported a later one already. */
export const beginProgress = (db: Db, id: string, progress: string, now: string): Promise<unknown> =>
  db
    .updateTable('snapshots')
    .set({ progress, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .where('progress', 'is', null)
    .execute()

export const removeSnapshot = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('snapshots').where('id', '=', id).execute()
