import { prepared } from '@nimbo/db/prepared'
import type { Insertable } from 'kysely'
import type { Aggregate, Point } from '../../domain/metric/absorb.ts'
import type { MetricDb } from './policies.ts'
import type { AggregateRow, SeriesRow } from './tables.ts'

/** Most rows of one statement. */
const chunk = 200

const chunks = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / chunk) }, (_, index) =>
    items.slice(index * chunk, (index + 1) * chunk),
  )

interface OfMetric {
  readonly metricId: string
}

export const pointsOf = async (db: MetricDb, metricId: string): Promise<readonly Point[]> => {
  const [row] = await seriesOf(db, { metricId })
  return row ? JSON.parse(row.points) : []
}

const seriesOf = prepared((db: MetricDb, { metricId }: OfMetric) =>
  db.selectFrom('series').select('points').where('metric_id', '=', metricId),
)

const putPoints = prepared((db: MetricDb, row: Insertable<SeriesRow>) =>
  db
    .insertInto('series')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('metric_id').doUpdateSet((eb) => ({ points: eb.ref('excluded.points') })),
    ),
)

export const keepPoints = async (db: MetricDb, metricId: string, points: readonly Point[]): Promise<void> => {
  await putPoints(db, { metric_id: metricId, points: JSON.stringify(points) })
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

export const keepAggregates = async (
  db: MetricDb,
  metricId: string,
  aggregates: readonly Aggregate[],
): Promise<void> => {
  const rows = aggregates.map(({ granularity, start, values }) => ({
    ...{ metric_id: metricId, granularity, start, amounts: JSON.stringify(values) },
  }))
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
