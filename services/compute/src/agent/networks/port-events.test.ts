import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { portEvents } from './port-events.ts'

/** A clock whose timers fire when the test calls `fire`. */
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
  it('end the wait when every port is up, whether by an event or by asking', async () => {
    const events = portEvents(handClock())
    using heard = events.listen()
    events.happened('a', 'completed')
    const wait = heard.wait(['a', 'b'], 1000, never)
    heard.isUp('b')
    assert.deepEqual(await wait, [])
  })

  it('name the ports that did not come up in time', async () => {
    const clock = handClock()
    const events = portEvents(clock)
    using heard = events.listen()
    events.happened('b', 'completed')
    events.happened('of another server', 'failed')
    const wait = heard.wait(['a', 'b'], 1000, never)
    clock.fire()
    assert.deepEqual(await wait, ['a'])
  })

  it('end the wait at once when a port failed', async () => {
    const events = portEvents(handClock())
    using heard = events.listen()
    const wait = heard.wait(['a', 'b'], 1000, never)
    events.happened('a', 'failed')
    assert.deepEqual(await wait, ['a', 'b'])
  })

  it('of an earlier wait still count in the next one', async () => {
    const clock = handClock()
    const events = portEvents(clock)
    using heard = events.listen()
    const first = heard.wait(['a', 'b'], 1000, never)
    events.happened('a', 'completed')
    clock.fire()
    assert.deepEqual(await first, ['b'])
    events.happened('b', 'completed')
    assert.deepEqual(await heard.wait(['a', 'b'], 1000, never), [])
  })
})
