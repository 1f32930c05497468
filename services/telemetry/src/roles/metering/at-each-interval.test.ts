import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import { atEachInterval } from './at-each-interval.ts'

test('work begins at every multiple of the interval until it is ended', () => {
  const clock = manualClock(1_300)
  const begun: number[] = []
  const end = atEachInterval(clock, 1_000, () => void begun.push(clock.now()))
  clock.advance(699)
  assert.deepEqual(begun, [])
  clock.advance(1_500)
  assert.deepEqual(begun, [2_000, 3_000])
  end()
  clock.advance(5_000)
  assert.deepEqual(begun, [2_000, 3_000])
})

test('a timer that fires early begins no work before the multiple of the interval', () => {
  const clock = manualClock(500)
  const begun: number[] = []
  const early = {
    now: clock.now,
    after: (ms: number, run: () => void) => clock.after(Math.ceil(ms / 2), run),
  }
  atEachInterval(early, 1_000, () => void begun.push(clock.now()))
  clock.advance(499)
  assert.deepEqual(begun, [])
})
