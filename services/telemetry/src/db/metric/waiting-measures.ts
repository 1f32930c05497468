import { prepared } from '@nimbo/db/prepared'
import { takingRows } from '@nimbo/db/taking-rows'
import type { Insertable } from 'kysely'
import type { Point } from '../../domain/metric/absorb.ts'
import { sackOf } from '../../domain/metric/sack.ts'
import type { MetricDb } from './policies.ts'
import type { WaitingMeasuresRow } from './tables.ts'

/** What waits of a metric. */
export interface Batch {
  readonly metricId: string
  readonly points: readonly Point[]
}

type Entry = readonly [metricId: string, points: readonly Point[]]

/** Rows of one statement. */
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

/** Keeps what is acknowledged until it is aggregated: a row for each sack, of however many metrics. */
export const keepMeasures = async (db: MetricDb, batches: readonly Batch[]): Promise<void> => {
  const full = batches.filter(({ points }) => points.length > 0)
  const rows = [...Map.groupBy(full, ({ metricId }) => sackOf(metricId))].map(rowOf)
  for (let from = 0; from < rows.length; from += together)
    await insertRows(db, { rows: rows.slice(from, from + together) })
}

/** Sacks with measures to aggregate, those first that wait longest. */
export const sacksWaiting = async (db: MetricDb, limit: number): Promise<readonly number[]> => {
  const rows = await db
    .selectFrom('waiting_measures')
    .select(['sack', ({ fn }) => fn.min('position').as('first')])
    .groupBy('sack')
    .orderBy('first')
    .limit(limit)
    .execute()
  return rows.map(({ sack }) => sack)
}

/** Most rows of a sack that are aggregated at once. */
const mostRows = 50

const waitingIn = prepared((trx: MetricDb, { sack }: { readonly sack: number }) =>
  takingRows(
    trx,
    trx
      .selectFrom('waiting_measures')
      .select(['position', 'entries'])
      .where('sack', '=', sack)
      .orderBy('position')
      .limit(mostRows),
  ),
)

// By what was read, not up to the last of it: on PostgreSQL an earlier number may be seen later.
const removeRows = prepared((trx: MetricDb, { positions }: { readonly positions: readonly number[] }) =>
  trx.deleteFrom('waiting_measures').where('position', 'in', positions),
)

const entriesOf = ({ entries }: { readonly entries: string }): readonly Entry[] => JSON.parse(entries)

/** What waits, by metric, in the order it came. */
const byMetric = (entries: readonly Entry[]): ReadonlyMap<string, readonly Point[]> => {
  const points = new Map<string, readonly Point[]>()
  for (const [metricId, some] of entries) {
    const before = points.get(metricId)
    points.set(metricId, before === undefined ? some : [...before, ...some])
  }
  return points
}

/**
 * Takes what waits in a sack, or as much of it as is aggregated at once; whoever else would is kept waiting until the transaction
 * ends. Empty when nothing waits there.
 */
export const takeSack = async (
  trx: MetricDb,
  sack: number,
): Promise<ReadonlyMap<string, readonly Point[]>> => {
  const rows = await waitingIn(trx, { sack })
  if (rows.length === 0) return new Map()
  await removeRows(trx, { positions: rows.map(({ position }) => position) })
  return byMetric(rows.flatMap(entriesOf))
}

/** Of so many rows at a time the entries are read for who counts them. */
const page = 1000

/** By metric, how many measures wait. */
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
