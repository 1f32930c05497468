import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rateOf } from './rate-of.ts'
import { turns } from './turns.ts'

it('the rate of a container falls with its number of objects, interpolated between the given rates', () => {
  const rates = [
    { number: 50, value: 20 },
    { number: 2, value: 100 },
    { number: 10, value: 60 },
  ]
  assert.deepEqual(
    [0, 1, 2, 6, 10, 30, 50, 1000].map((objects) => rateOf(rates, objects)),
    [undefined, undefined, 100, 80, 60, 40, 20, 20],
  )
  assert.equal(rateOf([], 5), undefined)
})

it('requests are delayed to keep their rate, catch up a little, and are refused if the delay is too long', () => {
  let now = 1_700_000_000_000
  const turn = turns(
    { now: () => now },
    { max_sleep_time_seconds: 2, rate_buffer_seconds: 1, clock_accuracy: 1000 },
  )
  const at = (ms: number, of = 'a') => {
    now += ms
    return turn(of, 2)
  }
  assert.deepEqual([at(0), at(0), at(0), at(0)], [0, 0.5, 1, 1.5])
  assert.equal(at(0), undefined, 'two seconds are too long')
  assert.equal(at(0, 'b'), 0, 'another key has turns of its own')
  assert.equal(at(1000), 1, 'a refused request takes no turn')
  // The next turn was due at 2.5 s, half a second ago: less than `rate_buffer_seconds`, so it is caught up.
  assert.deepEqual([at(2000), at(0), at(0)], [0, 0, 0.5])
  assert.deepEqual([at(60_000), at(0)], [0, 0.5])
})
