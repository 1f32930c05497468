import assert from 'node:assert/strict'
import { it } from 'node:test'
import { partitionPlan } from './partition-plan.ts'

const [minute, day] = [60_000_000, 86_400_000_000]
const policy = (points: number) => ({
  ...{ name: 'own', backWindow: 0, methods: ['mean'], levels: [{ granularity: minute, points }] },
})
const week = policy(7 * 24 * 60)

it('partitions are created for now and the next one, and dropped when no policy keeps their time', () => {
  const now = 100 * day + 5
  const first = partitionPlan([], [week], now)
  const part = (from: number) => ({ group: minute, from: from * day, until: (from + 1) * day })
  assert.deepEqual(first, { make: [part(100), part(101)], drop: [] })
  assert.deepEqual(partitionPlan(first.make, [week], now), { make: [], drop: [] })
  const later = partitionPlan(first.make, [week], now + 8 * day)
  assert.deepEqual(later.drop, [part(100)])
  assert.deepEqual(later.make, [part(108), part(109)])
})

it('the longest policy decides when partitions are dropped, and a new width begins after the last one', () => {
  const now = 100 * day
  const { make: there } = partitionPlan([], [week], now)
  const month = policy(32 * 24 * 60)
  const { make, drop } = partitionPlan(there, [week, month], now + 20 * day)
  assert.deepEqual(drop, [])
  assert.ok(make.every(({ from, until }) => from >= 102 * day && until - from === 4 * day))
})
