import type { Selectable } from 'kysely'
import type { Db } from './db.ts'
import type { SnapshotRow, Status } from './tables.ts'

export type Snapshot = Selectable<SnapshotRow>

/** The data of a snapshot: its template, and what resource types returned of their own snapshots. */
export interface SnapshotData {
  readonly templateId: string
  readonly resources: Readonly<Record<string, unknown>>
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
    readonly resources: Readonly<Record<string, unknown>>
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
