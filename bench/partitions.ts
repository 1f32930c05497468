/**
 * The cost of deleting aggregates: `node bench/partitions.ts [METRICS]`. Starts PostgreSQL, writes METRICS (100) metrics with four days of one
 * value every five minutes, and deletes them metric by metric, as is necessary without partitions; then writes them again, and drops their partition.
 * Prints the milliseconds of both, and of reading one day of a metric: elapsed time, since PostgreSQL does the work.
 */
import assert from 'node:assert/strict'
import { openDatabase } from '@nimbo/db/open-database'
import { startPostgresql } from '@nimbo/testing/postgresql-server'
import { sql } from 'kysely'
import { aggregatesOf, forgetAggregates } from '../services/telemetry/src/db/metric/measures.ts'
import { migrations } from '../services/telemetry/src/db/metric/migrations.ts'
import { aggregatePartitions } from '../services/telemetry/src/db/metric/partitions.ts'
import type { MetricTables } from '../services/telemetry/src/db/metric/tables.ts'

const [metrics = 100] = process.argv.slice(2).map(Number)
const [grain, pointsOfDay, days] = [300_000_000, 288, 4]
const begin = Date.parse('2026-01-31T00:00:00Z') * 1000
const until = begin + days * pointsOfDay * grain
const partition = { group: grain, from: begin, until }

const server = await startPostgresql()
const db = await openDatabase<MetricTables>(server.url, migrations)
const partitions = aggregatePartitions(db)
assert.ok(partitions)
await sql`insert into metrics (id, created_by_user_id, created_by_project_id, archive_policy_name)
  select 'm' || number, 'u', 'p', 'low' from generate_series(1, ${sql.lit(metrics)}) number`.execute(db)

/** The number of metrics in a statement, which keeps it within its time limit. */
const together = 20

const fill = async (): Promise<void> => {
  for (let first = 1; first <= metrics; first += together)
    await sql`insert into aggregates (metric_id, granularity, start, amounts)
      select 'm' || number, ${sql.lit(grain)}, instant, '{"mean":1}'
      from generate_series(${sql.lit(first)}, ${sql.lit(Math.min(first + together - 1, metrics))}) number,
        generate_series(${sql.lit(begin)}, ${sql.lit(until - 1)}, ${sql.lit(grain)}) instant`.execute(db)
}

const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
  const before = performance.now()
  await work()
  process.stdout.write(`${what}: ${(performance.now() - before).toFixed(1)} ms\n`)
}

const rows = metrics * days * pointsOfDay
await partitions.make(partition)
await fill()
await timed('a day of one metric', () =>
  aggregatesOf(db, 'm7', { granularity: grain, from: begin, until: begin + pointsOfDay * grain }),
)
await timed(`${rows} aggregates deleted metric by metric`, async () => {
  for (let number = 1; number <= metrics; number += 1) await forgetAggregates(db, `m${number}`, grain, until)
})
await fill()
await timed(`${rows} aggregates dropped with their partition`, () => partitions.drop(partition))
await db.destroy()
await server.stop()
