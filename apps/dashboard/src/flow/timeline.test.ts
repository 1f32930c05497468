import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hop } from './hop.ts'
import { lanesOf } from './lanes.ts'
import { replayTimes, timelineOf } from './timeline.ts'

const hop = (line: number, second: number, more: Partial<Hop> = {}): Hop => ({
  ...{
    line,
    name: `hop ${line}`,
    from: 'nova-api',
    to: 'glance',
    how: 'REST',
    what: '',
    service: 'nova-api',
  },
  started_at: new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString(),
  ...{ duration_ms: 1, status: 'ok', attributes: {} },
  ...more,
})

test('times are relative to the request, and repeated hops have their attempt number', () => {
  const timeline = timelineOf([hop(1, 0), hop(3, 20), hop(22, 21, { status: 'error' }), hop(22, 22)])
  assert.deepEqual(
    timeline.map(({ at, attempt }) => [at, attempt]),
    [
      [-20_000, 1],
      [0, 1],
      [1_000, 1],
      [2_000, 2],
    ],
  )
  assert.equal(new Set(timeline.map(({ key }) => key)).size, 4)
})

test('a replay shortens long waits', () => {
  assert.deepEqual(replayTimes(timelineOf([hop(1, 0), hop(3, 20), hop(4, 21)])), [0, 1_500, 2_500])
  assert.deepEqual(replayTimes([]), [])
})

test('lanes are in the order in which a request passes the services', () => {
  const hops = [
    hop(29, 0, { from: 'nova-compute', to: 'hypervisor' }),
    hop(3, 0, { from: 'client', to: 'nova-api' }),
  ]
  assert.deepEqual(lanesOf(hops), ['client', 'nova-api', 'nova-compute', 'hypervisor'])
})
