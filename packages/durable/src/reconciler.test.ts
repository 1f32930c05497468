import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { silentLog } from '@nimbo/kernel/log'
import { manualClock } from './manual-clock.ts'
import { reconciler } from './reconciler.ts'

/** A reconciler that counts its runs; with `held` each run lasts until `letGo` is called. */
const counted = ({ held = false, fail = false } = {}) => {
  const clock = manualClock()
  const gates: (() => void)[] = []
  const logged: object[] = []
  let runs = 0
  let stopping: AbortSignal | undefined
  const subject = reconciler({
    name: 'counted',
    everyMs: 1_000,
    clock,
    log: { ...silentLog, error: (fields) => void logged.push(fields) },
    run: async (signal) => {
      runs++
      stopping = signal
      if (fail) throw new Error('the run failed')
      if (held) await new Promise<void>((resolve) => gates.push(resolve))
    },
  })
  return {
    subject,
    clock,
    logged,
    runs: () => runs,
    stopping: () => stopping,
    letGo: () => gates.shift()?.(),
  }
}

describe('reconciler', () => {
  it('runs at the start, and again each time the interval has passed since a run ended', async () => {
    const { subject, clock, runs } = counted()
    subject.start()
    await subject.idle()
    assert.equal(runs(), 1)
    clock.advance(999)
    await subject.idle()
    assert.equal(runs(), 1)
    clock.advance(1)
    await subject.idle()
    assert.equal(runs(), 2)
  })

  it('runs when woken, and counts the interval anew', async () => {
    const { subject, clock, runs } = counted()
    subject.start()
    await subject.idle()
    clock.advance(900)
    subject.wake()
    await subject.idle()
    assert.equal(runs(), 2)
    clock.advance(900)
    await subject.idle()
    assert.equal(runs(), 2)
  })

  it('never runs twice at once; any wakes during a run cause one more run after it', async () => {
    const { subject, runs, letGo } = counted({ held: true })
    subject.start()
    subject.wake()
    subject.wake()
    subject.wake()
    assert.equal(runs(), 1)
    letGo()
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(runs(), 2)
    letGo()
    await subject.idle()
    assert.equal(runs(), 2)
  })

  it('logs what a run throws, and runs again', async () => {
    const { subject, clock, runs, logged } = counted({ fail: true })
    subject.start()
    await subject.idle()
    clock.advance(1_000)
    await subject.idle()
    assert.equal(runs(), 2)
    assert.equal(logged.length, 2)
  })

  it('aborts its run at stop, waits for it, and never runs again', async () => {
    const { subject, clock, runs, letGo, stopping } = counted({ held: true })
    subject.start()
    subject.wake()
    let stopped = false
    const stop = subject.stop().then(() => {
      stopped = true
    })
    assert.equal(stopping()?.aborted, true)
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(stopped, false)
    letGo()
    await stop
    subject.wake()
    clock.advance(10_000)
    await subject.idle()
    assert.equal(runs(), 1)
  })

  it('does not run before its start when woken, and runs once at its start', async () => {
    const { subject, runs } = counted()
    subject.wake()
    await subject.idle()
    assert.equal(runs(), 0)
    subject.start()
    await subject.idle()
    assert.equal(runs(), 1)
  })
})
