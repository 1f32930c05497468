import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import { prepared } from '@nimbo/db/prepared'
import { takingRows } from '@nimbo/db/taking-rows'
import { type Expression, type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import { inParts } from './in-parts.ts'
import type { MetricDb } from './policies.ts'
import type { MetricRow, MetricStatus } from './tables.ts'

export type Metric = Selectable<MetricRow>

/** The maximum number of metrics of a resource. */
const mostOfResource = 10_000

/** All metrics but the deleted ones. */
const active = (db: MetricDb) =>
  db.selectFrom('metrics').where('status', '=', sql.lit<MetricStatus>('active'))

export const findMetric = async (db: MetricDb, id: string): Promise<Metric | undefined> =>
  (await metricsById(db, { ids: [id] }))[0]

const metricsById = prepared((db: MetricDb, { ids }: { readonly ids: readonly string[] }) =>
  active(db).selectAll().where('id', 'in', ids),
)

export const findMetrics = async (db: MetricDb, ids: readonly string[]): Promise<readonly Metric[]> =>
  inParts(ids, (some) => metricsById(db, { ids: some }))

const owners = prepared((db: MetricDb, { ids }: { readonly ids: readonly string[] }) =>
  active(db)
    .select(['created_by_user_id', 'created_by_project_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('id', 'in', ids)
    .groupBy(['created_by_user_id', 'created_by_project_id']),
)

export interface OwnerOfMetrics extends Pick<Metric, 'created_by_user_id' | 'created_by_project_id'> {
  /** How many of the metrics they created. */
  readonly count: number
}

/** The creators of metrics, one of many metrics perhaps several times; metrics that do not exist are left out. */
export const ownersOf = async (db: MetricDb, ids: readonly string[]): Promise<readonly OwnerOfMetrics[]> =>
  (await inParts(ids, (some) => owners(db, { ids: some }))).map(({ count, ...owner }) => ({
    ...owner,
    count: Number(count),
  }))

const idsAmong = prepared((db: MetricDb, { ids }: { readonly ids: readonly string[] }) =>
  active(db).select('id').where('id', 'in', ids),
)

/** The ids, without those of metrics that do not exist. */
export const knownIds = async (db: MetricDb, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await inParts(ids, (some) => idsAmong(db, { ids: some }))).map(({ id }) => id))

const ofResources = prepared((db: MetricDb, { ids }: { readonly ids: readonly string[] }) =>
  active(db)
    .selectAll()
    .where('resource_id', 'in', ids)
    .orderBy('name')
    .limit(mostOfResource * ids.length),
)

export const metricsOf = async (db: MetricDb, resourceIds: readonly string[]): Promise<readonly Metric[]> =>
  inParts(resourceIds, (ids) => ofResources(db, { ids }))

export const findNamedMetric = (
  db: MetricDb,
  resourceId: string,
  name: string,
): Promise<Metric | undefined> =>
  active(db).selectAll().where('resource_id', '=', resourceId).where('name', '=', name).executeTakeFirst()

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
  let query = active(db).selectAll()
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

/** The maximum number of rows of one statement. */
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

const deleted = { status: 'delete', resource_id: null } as const

/** Marks metrics as deleted; their resources may have others with the same names. */
export const deleteMetrics = async (db: MetricDb, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await db.updateTable('metrics').set(deleted).where('id', 'in', ids).execute()
}

/** Marks the metrics of resources as deleted. */
export const deleteMetricsOf = async (db: MetricDb, resourceIds: readonly string[]): Promise<void> => {
  if (resourceIds.length > 0)
    await db.updateTable('metrics').set(deleted).where('resource_id', 'in', resourceIds).execute()
}

/** Metrics that are marked as deleted, locked until the transaction ends. */
export const takeDeletedMetrics = async (trx: MetricDb, limit: number): Promise<readonly string[]> => {
  const query = trx
    .selectFrom('metrics')
    .select('id')
    .where('status', '=', sql.lit<MetricStatus>('delete'))
    .orderBy('id')
    .limit(limit)
  return (await takingRows(trx, query).execute()).map(({ id }) => id)
}

/** Removes metrics for good, with their measures. */
export const expungeMetrics = async (db: MetricDb, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await db.deleteFrom('metrics').where('id', 'in', ids).execute()
}
