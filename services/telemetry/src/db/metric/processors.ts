import type { MetricDb } from './policies.ts'

/** The metricd processes that have reported since an instant. */
export const processorsSince = async (db: MetricDb, since: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('metric_processors')
    .select('name')
    .where('seen_at', '>=', since)
    .orderBy('name')
    .limit(1000)
    .execute()
  return rows.map(({ name }) => name)
}

export const reportProcessor = async (db: MetricDb, name: string, seen_at: string): Promise<void> => {
  await db
    .insertInto('metric_processors')
    .values({ name, seen_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ seen_at }))
    .execute()
}
