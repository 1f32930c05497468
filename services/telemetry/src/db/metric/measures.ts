import { prepared } from '@nimbo/db/prepared'
import type { Insertable } from 'kysely'
import type { Aggregate, Point } from '../../domain/metric/absorb.ts'
import type { MetricDb } from './policies.ts'
import type { AggregateRow, SeriesRow } from './tables.ts'

/** The maximum number of rows of one statement. Each number of rows needs a prepared statement of its own. */
const together = 32

const chunks = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / together) }, (_, index) =>
    items.slice(index * together, (index + 1) * together),
  )

interface OfMetric {
  readonly metricId: string
}

/** The raw points of metrics that have any. */
export const pointsOf = async (
  db: MetricDb,
  metricIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Point[]>> => {
  const found = new Map<string, readonly Point[]>()
  for (const ids of chunks(metricIds))
    for (const { metric_id, points } of await seriesOf(db, { ids })) found.set(metric_id, JSON.parse(points))
  return found
}

const seriesOf = prepared((db: MetricDb, { ids }: { readonly ids: readonly string[] }) =>
  db.selectFrom('series').selectAll().where('metric_id', 'in', ids),
)

const putPoints = prepared((db: MetricDb, { rows }: { readonly rows: readonly Insertable<SeriesRow>[] }) =>
  db
    .insertInto('series')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('metric_id').doUpdateSet((eb) => ({ points: eb.ref('excluded.points') })),
    ),
)

/** Replaces the raw points of metrics. */
export const keepPoints = async (
  db: MetricDb,
  all: readonly (readonly [metricId: string, points: readonly Point[]])[],
): Promise<void> => {
  const rows = all.map(([metric_id, points]) => ({ metric_id, points: JSON.stringify(points) }))
  for (const some of chunks(rows)) await putPoints(db, { rows: some })
}

const putAggregates = prepared(
  (db: MetricDb, { rows }: { readonly rows: readonly Insertable<AggregateRow>[] }) =>
    db
      .insertInto('aggregates')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['metric_id', 'granularity', 'start'])
          .doUpdateSet((eb) => ({ amounts: eb.ref('excluded.amounts') })),
      ),
)

/** Writes aggregates of metrics; they replace those of the same periods. */
export const keepAggregates = async (
  db: MetricDb,
  all: readonly (readonly [metricId: string, aggregates: readonly Aggregate[]])[],
): Promise<void> => {
  const rows = all.flatMap(([metric_id, aggregates]) =>
    aggregates.map(({ granularity, start, values }) => ({
      ...{ metric_id, granularity, start, amounts: JSON.stringify(values) },
    })),
  )
  for (const some of chunks(rows)) await putAggregates(db, { rows: some })
}

interface Older extends OfMetric {
  readonly granularity: number
  readonly from: number
}

const removeOlder = prepared((db: MetricDb, { metricId, granularity, from }: Older) =>
  db
    .deleteFrom('aggregates')
    .where('metric_id', '=', metricId)
    .where('granularity', '=', granularity)
    .where('start', '<', from),
)

export const forgetAggregates = async (
  db: MetricDb,
  metricId: string,
  granularity: number,
  from: number,
): Promise<void> => {
  await removeOlder(db, { metricId, granularity, from })
}

interface Span {
  readonly granularity: number
  readonly from: number | undefined
  readonly until: number | undefined
}

/** More aggregates of one granularity than any sensible archive policy keeps. */
const mostPoints = 1_000_000

export const aggregatesOf = (db: MetricDb, metricId: string, { granularity, from, until }: Span) => {
  let query = db
    .selectFrom('aggregates')
    .select(['start', 'amounts'])
    .where('metric_id', '=', metricId)
    .where('granularity', '=', granularity)
  if (from !== undefined) query = query.where('start', '>=', from)
  if (until !== undefined) query = query.where('start', '<', until)
  return query.orderBy('start').limit(mostPoints).execute()
}
