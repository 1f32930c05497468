import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eachDatabase, withDatabase } from '@nimbo/db/each-database.testing'
import { silentLog } from '@nimbo/kernel/log'
import { sql } from 'kysely'
import { keepPartitions } from '../../tasks/keep-partitions.ts'
import { aggregatesOf, keepAggregates } from './measures.ts'
import { insertMetric } from './metrics.ts'
import { migrations } from './migrations.ts'
import { aggregatePartitions } from './partitions.ts'
import type { MetricTables } from './tables.ts'

const minute = 60_000_000
const dayMs = 86_400_000
const begin = Date.parse('2026-01-31T12:00:00Z')
const forever = new AbortController().signal
const all = { granularity: 5 * minute, from: undefined, until: undefined }

eachDatabase((kind) => {
  it('on PostgreSQL aggregates are in partitions, which are dropped when older than the policy keeps', () =>
    withDatabase<MetricTables>(kind, migrations, async (db) => {
      await insertMetric(db, {
        ...{ id: 'm', created_by_user_id: 'u', created_by_project_id: 'p', name: null, unit: null },
        ...{ archive_policy_name: 'low', resource_id: null },
      })
      const keep = (ms: number) =>
        keepAggregates(db, [['m', [{ granularity: 5 * minute, start: ms * 1000, values: { mean: 1 } }]]])
      const kept = async () => (await aggregatesOf(db, 'm', all)).length
      // One aggregate that exists before its partition is created, and one too old for any partition.
      await keep(begin)
      await keep(begin - 300 * dayMs)
      const partitions = aggregatePartitions(db)
      assert.equal(partitions === undefined, kind.name === 'SQLite')
      if (partitions === undefined) return
      const at = async (now: number) =>
        keepPartitions({ db, clock: { ...clock, now: () => now }, log: silentLog }, partitions)(forever)
      await at(begin)
      await at(begin)
      const first = await partitions.list()
      assert.equal(new Set(first.map(({ group, from }) => `${group} ${from}`)).size, first.length)
      const { rows } = await sql<{ count: number }>`select count(*) as count from aggregates_others`.execute(
        db,
      )
      assert.equal(
        Number(rows[0]?.count),
        1,
        'only the aggregate that is too old for any partition is outside of them',
      )
      await keep(begin)
      await keep(begin + dayMs)
      assert.equal(await kept(), 3)
      await at(begin + 20 * dayMs)
      assert.equal(await kept(), 3, 'aggregates of the last 30 days are kept')
      await at(begin + 40 * dayMs)
      assert.equal(await kept(), 1, 'partitions older than 30 days are dropped with their aggregates')
      const last = await partitions.list()
      assert.ok(!last.some(({ from }) => from === first.find(({ group }) => group === 5 * minute)?.from))
      await db.deleteFrom('metrics').execute()
      assert.equal(await kept(), 0, 'the rest is deleted with its metric')
    }))
})

const clock = { now: () => begin, after: () => () => {} }
