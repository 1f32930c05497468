import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { portEvents } from './port-events.ts'

/** A clock whose timers fire when told to. */
const handClock = () => {
  const timers = new Set<() => void>()
  return {
    now: () => 0,
    after: (_ms: number, callback: () => void) => {
      timers.add(callback)
      return () => void timers.delete(callback)
    },
    fire: () => {
      for (const timer of timers) timer()
    },
  }
}
const never = new AbortController().signal

describe('port events', () => {
  it('end the wait when every port is up, however it was learnt', async () => {
    const events = portEvents(handClock())
    using expected = events.expect(['a', 'b'])
    events.happened('a', 'completed')
    const wait = expected.wait(1000, never)
    expected.isUp('b')
    assert.deepEqual(await wait, [])
  })

  it('name the ports that did not come up in time', async () => {
    const clock = handClock()
    const events = portEvents(clock)
    using expected = events.expect(['a', 'b'])
    events.happened('b', 'completed')
    const wait = expected.wait(1000, never)
    clock.fire()
    assert.deepEqual(await wait, ['a'])
  })

  it('end the wait at once when a port failed', async () => {
    const events = portEvents(handClock())
    using expected = events.expect(['a', 'b'])
    const wait = expected.wait(1000, never)
    events.happened('a', 'failed')
    assert.deepEqual(await wait, ['a', 'b'])
  })
})
