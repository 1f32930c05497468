import assert from 'node:assert/strict'
import { it } from 'node:test'
import { migrations } from '../src/db/metric/migrations.ts'
import type { MetricTables } from '../src/db/metric/tables.ts'
import { sackOf } from '../src/domain/metric/sack.ts'
import { startMetricStory } from './metric-story.ts'

it('measures that cannot be aggregated do not hold up those of other metrics', async () => {
  await using story = await startMetricStory()
  const make = async (): Promise<string> =>
    (await story.must('POST', '/v1/metric', { archive_policy_name: 'low' })).id
  const bad = await make()
  let good = await make()
  while (sackOf(good) === sackOf(bad)) good = await make()
  const db = await story.host.openDatabase<MetricTables>('gnocchi', migrations)
  await db
    .insertInto('waiting_measures')
    .values({ sack: sackOf(bad), count: 1, entries: '{' })
    .execute()
  const measures = [{ timestamp: '2026-01-31T10:00:00Z', value: 7 }]
  await story.must('POST', `/v1/metric/${good}/measures`, measures)
  await story.settled()
  assert.deepEqual(await story.must('GET', `/v1/metric/${good}/measures`), [
    ['2026-01-31T10:00:00+00:00', 300, 7],
  ])
})
