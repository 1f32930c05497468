import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '@nimbo/kernel/log'
import { retryAllocation } from './retry-allocation.ts'

/** A clock that passes every pause at once, and the pauses asked of it. */
const hastyClock = () => {
  const pauses: number[] = []
  const after = (ms: number, callback: () => void) => {
    pauses.push(ms)
    setImmediate(callback)
    return () => {}
  }
  return { pauses, clock: { now: () => 0, after } }
}

/** What fails so many times before it succeeds, and the number of attempts. */
const failing = (times: number) => {
  const seen = { attempts: 0 }
  const allocate = async () => {
    seen.attempts += 1
    if (seen.attempts <= times) throw new Error(`failure ${seen.attempts}`)
    return 'ports'
  }
  return { seen, allocate }
}

test('networks are allocated again as often as network_allocate_retries says, after pauses that double', async () => {
  const { pauses, clock } = hastyClock()
  const retry = (retries: number) =>
    retryAllocation({ options: { network_allocate_retries: retries }, clock, log: silentLog })
  const going = new AbortController().signal
  assert.equal(await retry(7)(failing(7).allocate, going), 'ports')
  assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  await assert.rejects(retry(2)(failing(9).allocate, going), /failure 3/)
  const once = failing(1)
  await assert.rejects(retry(0)(once.allocate, going), /failure 1/)
  assert.equal(once.seen.attempts, 1)
})

test('the networks of an aborted build are not allocated again', async () => {
  const { clock } = hastyClock()
  const retry = retryAllocation({ options: { network_allocate_retries: 5 }, clock, log: silentLog })
  const { seen, allocate } = failing(9)
  await assert.rejects(retry(allocate, AbortSignal.abort()), /failure 1/)
  assert.equal(seen.attempts, 1)
})
