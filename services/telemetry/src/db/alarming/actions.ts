import type { Insertable, Selectable } from 'kysely'
import type { AlarmDb } from './alarms.ts'
import type { ActionRow } from './tables.ts'

export type Action = Selectable<ActionRow>

export const insertActions = async (db: AlarmDb, rows: readonly Insertable<ActionRow>[]): Promise<void> => {
  if (rows.length > 0) await db.insertInto('alarm_actions').values(rows).execute()
}

export const actionsDue = (db: AlarmDb, now: string, limit: number): Promise<Action[]> =>
  db
    .selectFrom('alarm_actions')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()

/** Claims an action until the given time and counts the try; false when another notifier has claimed it. */
export const claimAction = async (
  db: AlarmDb,
  { position, due_at, tries }: Action,
  until: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('alarm_actions')
    .set({ due_at: until, tries: tries + 1 })
    .where('position', '=', position)
    .where('due_at', '=', due_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const removeAction = async (db: AlarmDb, position: number): Promise<void> => {
  await db.deleteFrom('alarm_actions').where('position', '=', position).execute()
}

export const postponeAction = async (db: AlarmDb, position: number, due_at: string): Promise<void> => {
  await db.updateTable('alarm_actions').set({ due_at }).where('position', '=', position).execute()
}
