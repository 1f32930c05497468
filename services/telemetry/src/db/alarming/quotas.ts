import type { AlarmDb } from './alarms.ts'

export const quotaOf = async (db: AlarmDb, project_id: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('alarm_quotas')
    .select('most')
    .where('project_id', '=', project_id)
    .executeTakeFirst()
  return row?.most
}

export const setQuota = async (db: AlarmDb, project_id: string, most: number): Promise<void> => {
  await db
    .insertInto('alarm_quotas')
    .values({ project_id, most })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ most }))
    .execute()
}

export const dropQuota = async (db: AlarmDb, project_id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('alarm_quotas')
    .where('project_id', '=', project_id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
