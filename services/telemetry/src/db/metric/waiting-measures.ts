import { prepared } from '@nimbo/db/prepared'
import { takingRows } from '@nimbo/db/taking-rows'
import type { Insertable } from 'kysely'
import type { Point } from '../../domain/metric/absorb.ts'
import { sackOf } from '../../domain/metric/sack.ts'
import type { MetricDb } from './policies.ts'
import type { WaitingMeasuresRow } from './tables.ts'

/** Waiting measures of a metric. */
export interface Batch {
  readonly metricId: string
  readonly points: readonly Point[]
}

type Entry = readonly [metricId: string, points: readonly Point[]]

/** The maximum number of rows of one statement. */
const together = 32

const insertRows = prepared(
  (db: MetricDb, { rows }: { readonly rows: readonly Insertable<WaitingMeasuresRow>[] }) =>
    db.insertInto('waiting_measures').values(rows),
)

const rowOf = ([sack, batches]: readonly [number, readonly Batch[]]): Insertable<WaitingMeasuresRow> => ({
  sack,
  count: batches.reduce((sum, { points }) => sum + points.length, 0),
  entries: JSON.stringify(batches.map(({ metricId, points }): Entry => [metricId, points])),
})

/** Stores acknowledged measures until they are aggregated, as one row for each sack with any number of metrics. */
export const keepMeasures = async (db: MetricDb, batches: readonly Batch[]): Promise<void> => {
  const full = batches.filter(({ points }) => points.length > 0)
  const rows = [...Map.groupBy(full, ({ metricId }) => sackOf(metricId))].map(rowOf)
  for (let from = 0; from < rows.length; from += together)
    await insertRows(db, { rows: rows.slice(from, from + together) })
}

interface WaitingSack {
  readonly sack: number
  /** The number of its measures. */
  readonly measures: number
}

/** The maximum number of sacks listed at once. */
const mostSacks = 64

const oldestSacks = prepared((db: MetricDb) =>
  db
    .selectFrom('waiting_measures')
    .select([
      'sack',
      ({ fn }) => fn.min('position').as('first'),
      ({ fn }) => fn.sum<number>('count').as('measures'),
    ])
    .groupBy('sack')
    .orderBy('first')
    .limit(mostSacks),
)

/** Sacks with waiting measures, those with the oldest first. */
export const sacksWaiting = async (db: MetricDb): Promise<readonly WaitingSack[]> =>
  (await oldestSacks(db, {})).map(({ sack, measures }) => ({ sack, measures: Number(measures) }))

/** The maximum number of rows aggregated at once. */
const mostRows = 300

// All processes lock rows in the same order, which avoids deadlocks.
const waitingIn = prepared((trx: MetricDb, { sacks }: { readonly sacks: readonly number[] }) =>
  takingRows(
    trx,
    trx
      .selectFrom('waiting_measures')
      .select(['position', 'entries'])
      .where('sack', 'in', sacks)
      .orderBy('sack')
      .orderBy('position')
      .limit(mostRows),
  ),
)

// Deletes exactly the rows that were read, not all up to the last position: on PostgreSQL a lower position may become visible
// later.
const removeRows = prepared((trx: MetricDb, { positions }: { readonly positions: readonly number[] }) =>
  trx.deleteFrom('waiting_measures').where('position', 'in', positions),
)

const entriesOf = ({ entries }: { readonly entries: string }): readonly Entry[] => JSON.parse(entries)

/** Waiting measures by metric, in the order they arrived. */
const byMetric = (entries: readonly Entry[]): ReadonlyMap<string, readonly Point[]> => {
  const points = new Map<string, readonly Point[]>()
  for (const [metricId, some] of entries) {
    const before = points.get(metricId)
    points.set(metricId, before === undefined ? some : [...before, ...some])
  }
  return points
}

/**
 * Takes the waiting measures of some sacks, at most `mostRows` rows of them, and locks them until the transaction ends. Empty when
 * nothing waits.
 */
export const takeSacks = async (
  trx: MetricDb,
  sacks: readonly number[],
): Promise<ReadonlyMap<string, readonly Point[]>> => {
  if (sacks.length === 0) return new Map()
  const rows = await waitingIn(trx, { sacks })
  if (rows.length === 0) return new Map()
  await removeRows(trx, { positions: rows.map(({ position }) => position) })
  return byMetric(rows.flatMap(entriesOf))
}

/** How many rows are read at a time for counting. */
const page = 1000

/** The number of waiting measures by metric. */
export const waitingByMetric = async (db: MetricDb): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>()
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('waiting_measures')
      .select(['position', 'entries'])
      .where('position', '>', after)
      .orderBy('position')
      .limit(page)
      .execute()
    for (const [metricId, points] of rows.flatMap(entriesOf))
      counts.set(metricId, (counts.get(metricId) ?? 0) + points.length)
    const last = rows.at(-1)
    if (last === undefined || rows.length < page) return counts
    after = last.position
  }
}
