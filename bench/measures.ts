/**
 * The costs of writing and reading measures: `node bench/measures.ts [ROUNDS] [FEW] [MANY]`. Starts the API of the metrics service alone, on
 * SQLite files. In each of ROUNDS (5) rounds it posts batches of measures, and then writes the same measures by plain inserts, one row for each, in
 * transactions of the same size; prints the medians of both rates by processor time, and the first as a percentage of the second. It also
 * reads one day of a metric, among FEW (100) metrics and among MANY (5,000) that have a day each, and prints the medians.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@nimbo/config/load-config'
import { allOrNone } from '@nimbo/db/all-or-none'
import { withGrowingKey } from '@nimbo/db/growing-key'
import { prepared } from '@nimbo/db/prepared'
import { loneServiceHost, speakTo } from '@nimbo/testing/lone-service'
import type { Generated, Insertable, Kysely } from 'kysely'
import { keepAggregates } from '../services/telemetry/src/db/metric/measures.ts'
import { insertMetric } from '../services/telemetry/src/db/metric/metrics.ts'
import { migrations } from '../services/telemetry/src/db/metric/migrations.ts'
import type { MetricTables } from '../services/telemetry/src/db/metric/tables.ts'
import { gnocchiOptions } from '../services/telemetry/src/metric-options.ts'
import { startGnocchiApi } from '../services/telemetry/src/roles/metric/gnocchi-api.ts'
import { median } from './median.ts'

const [rounds = 5, few = 100, many = 5_000] = process.argv.slice(2).map(Number)
/** Measures of each metric in a batch, as agents send them: of one poll, of a minute with one every ten seconds, of an hour with one a minute. */
const measuresOfEach = [1, 6, 60]
const [measuresOfBatch, measuresOfRound, readsOfRound] = [1_200, 60_000, 300]
const rowsOfStatement = 200
const [grain, pointsOfDay] = [300_000_000, 288]
const dayBegins = Date.parse('2026-01-31T00:00:00Z') * 1000

const home = await mkdtemp(join(tmpdir(), 'nimbo-measures-'))
const tokens = { ceilometer: { userId: 'ceilometer', projectId: 'service', roles: ['admin', 'service'] } }
const host = loneServiceHost({ tokens, home })
const config = loadConfig({ files: [], env: {}, options: gnocchiOptions })
const service = await startGnocchiApi(host, { config })
assert.ok(service.api)
const speak = speakTo(service.api, '/metric')
const db = await host.openDatabase<MetricTables>('gnocchi', migrations)

/** The processor time of some work, in milliseconds. */
const costOf = async (work: () => Promise<void>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const metrics: string[] = []
/** Makes metrics with a day of one value every five minutes, written directly as aggregates. */
const growTo = async (count: number): Promise<void> => {
  while (metrics.length < count)
    await allOrNone(db, async (trx) => {
      for (let made = 0; made < 50 && metrics.length < count; made += 1) {
        const id = randomUUID()
        await insertMetric(trx, {
          ...{ id, created_by_user_id: 'ceilometer', created_by_project_id: 'service', name: null },
          ...{ unit: null, archive_policy_name: 'ceilometer-low', resource_id: null },
        })
        const day = Array.from({ length: pointsOfDay }, (_, index) => ({
          ...{ granularity: grain, start: dayBegins + index * grain, values: { mean: index } },
        }))
        await keepAggregates(trx, [[id, day]])
        metrics.push(id)
      }
    })
}

const bodyOf = (instants: readonly number[]): string => {
  const measures = instants.map((at) => ({ timestamp: new Date(at).toISOString(), value: at % 97 }))
  const ids = metrics.slice(0, measuresOfBatch / instants.length)
  return JSON.stringify(Object.fromEntries(ids.map((id) => [id, measures])))
}

const post = async (text: string): Promise<void> => {
  const { status, body } = await speak('POST', '/v1/batch/metrics/measures', {
    ...{ token: 'ceilometer', body: text, headers: { 'content-type': 'application/json' } },
  })
  assert.equal(status, 202, JSON.stringify(body))
}

interface PlainTables {
  measures: { position: Generated<number>; metric_id: string; instant: number; value: number }
}

const plain = await host.openDatabase<PlainTables>('plain', {
  '0001-measures': async (made) => {
    await withGrowingKey(made, made.schema.createTable('measures'), 'position')
      .addColumn('metric_id', 'text', (column) => column.notNull())
      .addColumn('instant', 'integer', (column) => column.notNull())
      .addColumn('value', 'real', (column) => column.notNull())
      .execute()
    await made.schema
      .createIndex('measures_by_metric')
      .on('measures')
      .columns(['metric_id', 'position'])
      .execute()
  },
})

const insert = prepared(
  (db: Kysely<PlainTables>, { rows }: { readonly rows: readonly Insertable<PlainTables['measures']>[] }) =>
    db.insertInto('measures').values(rows),
)

/** Inserts one row for each measure, with as many rows in a statement as the service uses. */
const insertPlainly = (instants: readonly number[]): Promise<void> =>
  allOrNone(plain, async (trx) => {
    const rows = metrics
      .slice(0, measuresOfBatch / instants.length)
      .flatMap((id) => instants.map((at) => ({ metric_id: id, instant: at * 1000, value: at % 97 })))
    for (let from = 0; from < rows.length; from += rowsOfStatement)
      await insert(trx, { rows: rows.slice(from, from + rowsOfStatement) })
  })

const clear = async (): Promise<void> => {
  await plain.deleteFrom('measures').execute()
  await db.deleteFrom('waiting_measures').execute()
}

const instantsOf = (batch: number, each: number): readonly number[] =>
  Array.from({ length: each }, (_, index) => dayBegins / 1000 + (batch * each + index) * 1000)

/** The number of measures written per second of processor time. */
const rateOf = async <Batch>(
  each: number,
  make: (instants: readonly number[]) => Batch,
  write: (batch: Batch) => Promise<void>,
): Promise<number> => {
  await clear()
  const batches = Array.from({ length: measuresOfRound / measuresOfBatch }, (_, batch) =>
    make(instantsOf(batch, each)),
  )
  const cost = await costOf(async () => {
    for (const batch of batches) await write(batch)
  })
  return (1000 * measuresOfRound) / cost
}

const takeIn = async (each: number): Promise<void> => {
  await growTo(measuresOfBatch)
  const [taken, inserted]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const [byRequest, plainly] = [
      await rateOf(each, bodyOf, post),
      await rateOf(each, (instants) => instants, insertPlainly),
    ]
    // The first round is for warming up.
    if (round === 0) continue
    taken.push(byRequest)
    inserted.push(plainly)
  }
  await clear()
  const share = (100 * median(taken)) / median(inserted)
  process.stdout.write(
    `${each} of each metric: ${median(taken).toFixed(0)} measures posted per second of processor time, ${median(inserted).toFixed(0)} by plain inserts: ${share.toFixed(0)} %\n`,
  )
}

const readDay = async (): Promise<void> => {
  const id = metrics[Math.floor(Math.random() * metrics.length)]
  const span = 'start=2026-01-31T00:00:00&stop=2026-02-01T00:00:00&granularity=300'
  const { status, body } = await speak('GET', `/v1/metric/${id}/measures?${span}`, { token: 'ceilometer' })
  assert.equal(status, 200)
  assert.equal(body.length, pointsOfDay)
}

/** The processor time of reading one day of a metric among `count`, in milliseconds. */
const readAmong = async (count: number): Promise<number> => {
  await growTo(count)
  const costs: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const cost = await costOf(async () => {
      for (let read = 0; read < readsOfRound; read += 1) await readDay()
    })
    if (round > 0) costs.push(cost / readsOfRound)
  }
  process.stdout.write(
    `a day of one metric among ${metrics.length}: ${median(costs).toFixed(2)} ms of processor time\n`,
  )
  return median(costs)
}

const ofFew = await readAmong(few)
for (const each of measuresOfEach) await takeIn(each)
const ofMany = await readAmong(many)
process.stdout.write(
  `reading costs ${(ofMany / ofFew).toFixed(2)} times as much among ${many} metrics as among ${few}\n`,
)
await service.stop()
await rm(home, { recursive: true, force: true })
