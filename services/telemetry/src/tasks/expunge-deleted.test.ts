import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eachDatabase, withDatabase } from '@nimbo/db/each-database.testing'
import { silentLog } from '@nimbo/kernel/log'
import { keepAggregates, keepPoints } from '../db/metric/measures.ts'
import { deleteMetrics, insertMetrics } from '../db/metric/metrics.ts'
import { migrations } from '../db/metric/migrations.ts'
import type { MetricTables } from '../db/metric/tables.ts'
import { expungeDeleted } from './expunge-deleted.ts'

const forever = new AbortController().signal
const ids = Array.from({ length: 30 }, (_, index) => `m${String(index).padStart(2, '0')}`)

eachDatabase((kind) => {
  it('deleted metrics are removed with their measures, a limited number in a run, by several runs at once', () =>
    withDatabase<MetricTables>(kind, migrations, async (db) => {
      await insertMetrics(
        db,
        ids.map((id) => ({
          ...{ id, created_by_user_id: 'u', created_by_project_id: 'p', name: null, unit: null },
          ...{ archive_policy_name: 'low', resource_id: null },
        })),
      )
      await keepPoints(
        db,
        ids.map((id) => [id, [[1, 2]]]),
      )
      await keepAggregates(
        db,
        ids.map((id) => [id, [{ granularity: 60, start: 1, values: { mean: 1 } }]]),
      )
      const left = async (): Promise<readonly string[]> => {
        const [metrics, series, aggregates] = [
          (await db.selectFrom('metrics').select('id').orderBy('id').execute()).map(({ id }) => id),
          (await db.selectFrom('series').select('metric_id').execute()).map(({ metric_id }) => metric_id),
          (await db.selectFrom('aggregates').select('metric_id').execute()).map(({ metric_id }) => metric_id),
        ]
        assert.deepEqual(series.sort(), metrics)
        assert.deepEqual(aggregates.sort(), metrics)
        return metrics
      }
      const expunge = (most: number, stopping = forever) =>
        expungeDeleted({ db, log: silentLog }, most)(stopping)
      const kept = ids.slice(-3)
      await expunge(100)
      assert.deepEqual(await left(), ids, 'none is deleted yet')
      await deleteMetrics(db, ids.slice(0, -3))
      await expunge(100, AbortSignal.abort())
      assert.deepEqual(await left(), ids, 'a process that is stopping removes nothing')
      await expunge(12)
      assert.deepEqual(await left(), ids.slice(12))
      await Promise.all([expunge(100), expunge(100)])
      assert.deepEqual(await left(), kept)
    }))
})
