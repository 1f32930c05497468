import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import { prepared } from '@nimbo/db/prepared'
import type { Expression, Insertable, Kysely, Selectable, SqlBool } from 'kysely'
import type { AlarmRow, AlarmTables, ChangeRow } from './tables.ts'

/** The database of alarms, or a transaction on it. */
export type AlarmDb = Kysely<AlarmTables>
export type Alarm = Selectable<AlarmRow>
export type Change = Selectable<ChangeRow>

interface List<Row> {
  readonly conditions: readonly Expression<SqlBool>[]
  readonly order: readonly SortColumn[]
  readonly after?: Row | undefined
  readonly limit: number
}

export const listAlarms = (
  db: AlarmDb,
  { conditions, order, after, limit }: List<Alarm>,
): Promise<Alarm[]> => {
  let query = db.selectFrom('alarms').selectAll()
  for (const condition of conditions) query = query.where(condition)
  if (after) query = query.where(afterRow(order, { ...after }))
  for (const term of orderTerms(order)) query = query.orderBy(term)
  return query.limit(limit).execute()
}

export const listChanges = (db: AlarmDb, { conditions, order, limit }: List<Change>): Promise<Change[]> => {
  let query = db.selectFrom('alarm_changes').selectAll()
  for (const condition of conditions) query = query.where(condition)
  for (const term of orderTerms(order)) query = query.orderBy(term)
  return query.limit(limit).execute()
}

export const findAlarm = (db: AlarmDb, id: string): Promise<Alarm | undefined> =>
  db.selectFrom('alarms').selectAll().where('id', '=', id).executeTakeFirst()

export const insertAlarm = async (db: AlarmDb, row: Alarm): Promise<void> => {
  await db.insertInto('alarms').values(row).execute()
}

export const updateAlarm = async (db: AlarmDb, id: string, changes: Partial<Alarm>): Promise<void> => {
  await db.updateTable('alarms').set(changes).where('id', '=', id).execute()
}

export const deleteAlarm = async (db: AlarmDb, id: string): Promise<void> => {
  await db.deleteFrom('alarm_actions').where('alarm_id', '=', id).execute()
  await db.deleteFrom('alarms').where('id', '=', id).execute()
}

export const insertChange = async (db: AlarmDb, row: Insertable<ChangeRow>): Promise<void> => {
  await db.insertInto('alarm_changes').values(row).execute()
}

/** Removes the changes before an instant among the oldest `limit` changes; resolves to their number. */
export const removeOldChanges = async (db: AlarmDb, before: string, limit: number): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('alarm_changes')
    .where('position', 'in', (eb) =>
      eb.selectFrom('alarm_changes').select('position').orderBy('position').limit(limit),
    )
    .where('timestamp', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export const countAlarms = async (
  db: AlarmDb,
  owner: 'project_id' | 'user_id',
  id: string | null,
): Promise<number> => {
  const { count } = await db
    .selectFrom('alarms')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(owner, '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Enabled alarms of these types that were last evaluated before the given time. */
export const alarmsDue = (
  db: AlarmDb,
  types: readonly string[],
  before: string,
  limit: number,
): Promise<Alarm[]> =>
  db
    .selectFrom('alarms')
    .selectAll()
    .where('enabled', '=', 1)
    .where('type', 'in', types)
    .where('evaluate_timestamp', '<', before)
    .orderBy('evaluate_timestamp')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Claims an alarm for its evaluation at `now`; false when another evaluator has claimed it. */
export const claimAlarm = async (db: AlarmDb, alarm: Alarm, now: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('alarms')
    .set({ evaluate_timestamp: now })
    .where('id', '=', alarm.id)
    .where('evaluate_timestamp', '=', alarm.evaluate_timestamp)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The maximum number of event alarms that are read of a project. */
const mostEventAlarms = 10_000

const eventAlarmsOf = prepared((db: AlarmDb, { projectId }: { readonly projectId: string }) =>
  db
    .selectFrom('alarms')
    .selectAll()
    .where('enabled', '=', 1)
    .where('type', '=', 'event')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .limit(mostEventAlarms),
)

/** The enabled event alarms of a project. */
export const eventAlarms = (db: AlarmDb, projectId: string): Promise<Alarm[]> =>
  eventAlarmsOf(db, { projectId })
