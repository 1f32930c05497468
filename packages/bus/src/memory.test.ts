import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Clock } from '@nimbo/kernel/clock'
import { isFault } from '@nimbo/kernel/errors'
import { describeBus } from './bus-behaviour.testing.ts'
import { memoryBus } from './memory.ts'

/** Runs timers on the event loop's own time, and keeps the process alive for them as the cloud's server would. */
const liveClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

describeBus({ name: 'memory', open: async (options) => memoryBus({ clock: liveClock, ...options }) })

describe('memoryBus', () => {
  it('refuses with QueueFull when too many messages wait', async () => {
    const bus = memoryBus({ queueLimit: 2 })
    await bus.cast({ topic: 'full' }, 1)
    await bus.cast({ topic: 'full' }, 2)
    const full = (error: unknown) => isFault(error, 'QueueFull')
    await assert.rejects(bus.cast({ topic: 'full' }, 3), full)
    await assert.rejects(bus.call({ topic: 'full' }, 3, { timeoutMs: 10 }), full)
    await bus.cast({ topic: 'full', server: 'other' }, 1)
  })

  it('rejects calls that wait for an answer when it is closed', async () => {
    const bus = memoryBus({ clock: liveClock })
    const waiting = assert.rejects(bus.call({ topic: 'x' }, 1, { timeoutMs: 60_000 }), (error) =>
      isFault(error, 'BusClosed'),
    )
    await bus.close()
    await waiting
  })

  it('measures the timeout of a call by its clock', async () => {
    let now = 0
    const timers: { at: number; callback: () => void }[] = []
    const clock: Clock = {
      now: () => now,
      after: (ms, callback) => {
        timers.push({ at: now + ms, callback })
        return () => {}
      },
    }
    const bus = memoryBus({ clock })
    const overdue = assert.rejects(bus.call({ topic: 'x' }, 1, { timeoutMs: 1_800_000 }), (error) =>
      isFault(error, 'MessagingTimeout'),
    )
    now = 1_800_000
    for (const { at, callback } of timers) if (at <= now) callback()
    await overdue
  })
})
