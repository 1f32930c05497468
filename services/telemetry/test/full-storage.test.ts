import assert from 'node:assert/strict'
import { it } from 'node:test'
import { PostgresAdapter, sql } from 'kysely'
import { migrations } from '../src/db/metric/migrations.ts'
import type { MetricTables } from '../src/db/metric/tables.ts'
import { startMetricStory } from './metric-story.ts'

const noLimit = 1_073_741_823
const measuresOfPost = 300
const begin = Date.parse('2026-01-31T10:00:00Z') / 1000
const text = 'x'.repeat(200)

it('each accepted measure is counted once after the database was full for a while', async (test) => {
  await using story = await startMetricStory()
  const db = await story.host.openDatabase<MetricTables>('gnocchi', migrations)
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    return test.skip('the test limits the size of an SQLite database')
  const { id } = await story.must('POST', '/v1/metric', { archive_policy_name: 'low', name: text })
  /** Measures that fill more than one page of the database. */
  const post = (second: number, many = measuresOfPost) =>
    story.send(
      'POST',
      `/v1/metric/${id}/measures`,
      Array.from({ length: many }, (_, ms) => ({ timestamp: begin + second + ms / 1000, value: 1 })),
    )
  await post(0, 1)
  await story.settled()
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db)
  // Fills what is left of the last pages.
  const filling = () => story.send('POST', '/v1/metric', { archive_policy_name: 'low', name: text })
  let filled = (await filling()).status
  for (let more = 0; more < 200 && filled < 300; more += 1) filled = (await filling()).status
  assert.equal(filled, 503)
  const accepted: number[] = []
  for (let second = 1; second < 60; second += 1)
    if ((await post(second)).status === 202) accepted.push(second)
  assert.ok(accepted.length < 59, 'some are refused')
  assert.equal((await story.send('GET', `/v1/metric/${id}`)).status, 200, 'reads are served')
  await sql`pragma max_page_count = ${sql.lit(noLimit)}`.execute(db)
  const count = async () =>
    (await story.must('GET', `/v1/metric/${id}/measures?refresh=true&aggregation=count`))[0][2]
  assert.equal(await count(), 1 + accepted.length * measuresOfPost)
  // Clients send everything again, refused or not.
  for (let second = 0; second < 60; second += 1) assert.equal((await post(second)).status, 202)
  assert.equal(await count(), 60 * measuresOfPost)
})
