import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hopsOfAction } from './action-hops.ts'
import { timelineOf } from './timeline.ts'

const event = (name: string, start: string, finish: string | null, result: string | null = 'Success') => ({
  ...{ event: name, start_time: start, finish_time: finish, result },
  ...{ traceback: null, hostId: 'h', host: 'one', details: null },
})

const resize = {
  ...{ action: 'resize', request_id: 'req-1', start_time: '2026-01-31T12:00:00.000000' },
  events: [
    event('compute_finish_resize', '2026-01-31T12:00:03.000000', null, null),
    event('cold_migrate', '2026-01-31T12:00:01.000000', '2026-01-31T12:00:01.500000'),
    event('compute_resize_instance', '2026-01-31T12:00:02.000000', '2026-01-31T12:00:02.250000', 'Error'),
  ],
}

test('the events of an action become steps in order of time, each at the service that took it', () => {
  const hops = hopsOfAction(resize)
  assert.deepEqual(
    hops.map(({ name, from, to, status, duration_ms }) => [name, from, to, status, duration_ms]),
    [
      ['resize', 'client', 'nova-api', 'ok', 0],
      ['cold_migrate', 'nova-api', 'nova-conductor', 'ok', 500],
      ['compute_resize_instance', 'nova-conductor', 'nova-compute', 'error', 250],
      ['compute_finish_resize', 'nova-compute', 'nova-compute', 'running', 0],
    ],
  )
  assert.deepEqual(
    timelineOf(hops, 1).map(({ at }) => at),
    [0, 1000, 2000, 3000],
  )
})

test('steps are shown without hosts to users who may not see hosts', () => {
  const { host: _, ...seen } = event('compute_stop_instance', '2026-01-31T12:00:01', '2026-01-31T12:00:02')
  const [, stop] = hopsOfAction({ ...resize, events: [seen] })
  assert.deepEqual(stop?.attributes, { result: 'Success' })
})

test('an action without events has one step', () => {
  const { events: _, ...asked } = resize
  assert.equal(hopsOfAction(asked).length, 1)
})
