import type { Selectable } from 'kysely'
import type { Db } from './db.ts'
import type { SnapshotRow, Status } from './tables.ts'

export type Snapshot = Selectable<SnapshotRow>

/** A resource in a snapshot. */
export interface SnapshotPart {
  /** Its physical id. */
  readonly row: string | null
  /** Its type, after the mappings of the environment. */
  readonly type: string
  readonly data: Readonly<Record<string, string>>
  /** What the type returned of its own snapshot, such as the id of a volume's backup. */
  readonly snapshot: Readonly<Record<string, string>>
}

/** The data of a snapshot: its template and its resources by name. */
export interface SnapshotData {
  readonly templateId: string
  readonly resources: Readonly<Record<string, SnapshotPart>>
}

export const findSnapshot = (db: Db, stackId: string, id: string): Promise<Snapshot | undefined> =>
  db
    .selectFrom('snapshots')
    .selectAll()
    .where('stack_id', '=', stackId)
    .where('id', '=', id)
    .executeTakeFirst()

export const snapshotsOfStack = (db: Db, stackId: string): Promise<Snapshot[]> =>
  db
    .selectFrom('snapshots')
    .selectAll()
    .where('stack_id', '=', stackId)
    .orderBy('created_at')
    .limit(1000)
    .execute()

export const dataOf = ({ data }: Snapshot): SnapshotData => JSON.parse(data)

/** The templates that snapshots of a stack restore. */
export const snapshotTemplates = async (db: Db, stackId: string): Promise<readonly string[]> =>
  (await snapshotsOfStack(db, stackId)).map((snapshot) => dataOf(snapshot).templateId)

export const removeSnapshot = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('snapshots').where('id', '=', id).execute()
}

/** Ends a snapshot in progress. */
export const finishSnapshot = async (
  db: Db,
  id: string,
  {
    status,
    reason,
    resources,
  }: {
    readonly status: Status
    readonly reason: string
    readonly resources: SnapshotData['resources']
  },
): Promise<void> => {
  const row = await db.selectFrom('snapshots').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return
  const data = JSON.stringify({ ...dataOf(row), resources })
  await db
    .updateTable('snapshots')
    .set({ status, status_reason: reason, data })
    .where('id', '=', id)
    .execute()
}
