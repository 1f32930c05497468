import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import { prepared } from '@nimbo/db/prepared'
import type { Expression, Insertable, Selectable, SqlBool } from 'kysely'
import type { MetricDb } from './policies.ts'
import type { MetricRow } from './tables.ts'

export type Metric = Selectable<MetricRow>

/** Most metrics of a resource. */
const mostOfResource = 10_000

export const findMetric = async (db: MetricDb, id: string): Promise<Metric | undefined> =>
  (await metricsById(db, { ids: [id] }))[0]

const metricsById = prepared((db: MetricDb, { ids }: { readonly ids: readonly string[] }) =>
  db.selectFrom('metrics').selectAll().where('id', 'in', ids),
)

export const findMetrics = async (db: MetricDb, ids: readonly string[]): Promise<readonly Metric[]> =>
  ids.length === 0 ? [] : metricsById(db, { ids })

const owners = prepared((db: MetricDb, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('metrics')
    .select(['created_by_user_id', 'created_by_project_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('id', 'in', ids)
    .groupBy(['created_by_user_id', 'created_by_project_id']),
)

export interface OwnerOfMetrics extends Pick<Metric, 'created_by_user_id' | 'created_by_project_id'> {
  /** How many of the metrics they created. */
  readonly count: number
}

/** The creators of metrics; metrics that do not exist are left out. */
export const ownersOf = async (db: MetricDb, ids: readonly string[]): Promise<readonly OwnerOfMetrics[]> =>
  ids.length === 0
    ? []
    : (await owners(db, { ids })).map(({ count, ...owner }) => ({ ...owner, count: Number(count) }))

const idsAmong = prepared((db: MetricDb, { ids }: { readonly ids: readonly string[] }) =>
  db.selectFrom('metrics').select('id').where('id', 'in', ids),
)

/** Those of the ids that exist. */
export const knownIds = async (db: MetricDb, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(ids.length === 0 ? [] : (await idsAmong(db, { ids })).map(({ id }) => id))

const ofResources = prepared((db: MetricDb, { ids }: { readonly ids: readonly string[] }) =>
  db.selectFrom('metrics').selectAll().where('resource_id', 'in', ids).orderBy('name').limit(mostOfResource),
)

export const metricsOf = async (db: MetricDb, resourceIds: readonly string[]): Promise<readonly Metric[]> =>
  resourceIds.length === 0 ? [] : ofResources(db, { ids: resourceIds })

export const findNamedMetric = (
  db: MetricDb,
  resourceId: string,
  name: string,
): Promise<Metric | undefined> =>
  db
    .selectFrom('metrics')
    .selectAll()
    .where('resource_id', '=', resourceId)
    .where('name', '=', name)
    .executeTakeFirst()

interface MetricList {
  readonly conditions: readonly Expression<SqlBool>[]
  readonly order: readonly SortColumn[]
  readonly after: Metric | undefined
  readonly limit: number
}

export const listMetrics = (
  db: MetricDb,
  { conditions, order, after, limit }: MetricList,
): Promise<Metric[]> => {
  let query = db.selectFrom('metrics').selectAll()
  for (const condition of conditions) query = query.where(condition)
  if (after) query = query.where(afterRow(order, { ...after }))
  for (const term of orderTerms(order)) query = query.orderBy(term)
  return query.limit(limit).execute()
}

const insertRow = prepared((db: MetricDb, { row }: { readonly row: Insertable<MetricRow> }) =>
  db
    .insertInto('metrics')
    .values(row)
    .onConflict((conflict) => conflict.columns(['resource_id', 'name']).doNothing()),
)

/** Inserts a metric; false when its resource already has one with that name. */
export const insertMetric = async (db: MetricDb, row: Insertable<MetricRow>): Promise<boolean> =>
  (await insertRow(db, { row })) === 1

/** Most rows of one statement. */
const together = 32

const insertRows = prepared((db: MetricDb, { rows }: { readonly rows: readonly Insertable<MetricRow>[] }) =>
  db
    .insertInto('metrics')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['resource_id', 'name']).doNothing()),
)

/** Inserts metrics, except those whose resource already has one with that name. */
export const insertMetrics = async (db: MetricDb, rows: readonly Insertable<MetricRow>[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += together)
    await insertRows(db, { rows: rows.slice(from, from + together) })
}

export const attachMetric = async (
  db: MetricDb,
  id: string,
  change: Pick<Metric, 'resource_id' | 'name'>,
): Promise<void> => {
  await db.updateTable('metrics').set(change).where('id', '=', id).execute()
}

export const deleteMetrics = async (db: MetricDb, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await db.deleteFrom('metrics').where('id', 'in', ids).execute()
}
