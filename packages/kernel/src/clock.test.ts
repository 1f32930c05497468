import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from './clock.ts'

const day = 86_400_000
const longestTimer = 2 ** 31 - 1

test('the system clock waits as long as it is told, even longer than a timer can', ({ mock: { timers } }) => {
  timers.enable({ apis: ['setTimeout'] })
  let calls = 0
  systemClock.after(30 * day, () => {
    calls += 1
  })
  const cancel = systemClock.after(60 * day, () => assert.fail('the timer was cancelled'))
  timers.tick(longestTimer)
  timers.tick(30 * day - longestTimer - 1)
  assert.equal(calls, 0)
  timers.tick(1)
  assert.equal(calls, 1)
  cancel()
  for (let month = 0; month < 3; month += 1) timers.tick(longestTimer)
  assert.equal(calls, 1)
})
