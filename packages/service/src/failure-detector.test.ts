import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import type { Clock } from '@nimbo/kernel/clock'
import { failureDetector } from './failure-detector.ts'

const allowedMs = 60_000

/** A process that can be suspended, by which its timers are late. */
const slowProcess = () => {
  const time = manualClock()
  let stoodStillMs = 0
  const clock: Clock = { now: () => time.now() + stoodStillMs, after: time.after }
  return {
    clock,
    works: (ms: number) => time.advance(ms),
    standsStill: (ms: number) => {
      stoodStillMs += ms
    },
  }
}

describe('failureDetector', () => {
  it('takes nobody for silent before it has listened for the allowed silence without interruption', () => {
    const clock = manualClock()
    const { silentBefore, interrupted } = failureDetector(clock)
    clock.advance(allowedMs)
    assert.equal(silentBefore(allowedMs), Number.NEGATIVE_INFINITY)
    clock.advance(1)
    assert.equal(silentBefore(allowedMs), clock.now() - allowedMs)
    interrupted()
    assert.equal(silentBefore(allowedMs), Number.NEGATIVE_INFINITY)
    clock.advance(allowedMs + 1)
    assert.equal(silentBefore(allowedMs), clock.now() - allowedMs)
  })

  it('takes nobody for silent because its own process was suspended, before its late timer or after', () => {
    const { clock, works, standsStill } = slowProcess()
    const { silentBefore, watchOwnLateness } = failureDetector(clock)
    const end = watchOwnLateness()
    works(2 * allowedMs)
    const lastHeardOf = clock.now()
    standsStill(allowedMs + 10_000)
    assert.ok(lastHeardOf >= silentBefore(allowedMs), 'the late timer has not fired yet')
    works(5_000)
    assert.ok(lastHeardOf >= silentBefore(allowedMs), 'the timer fired late')
    works(allowedMs - 6_000)
    assert.ok(lastHeardOf >= silentBefore(allowedMs))
    works(2_000)
    assert.ok(lastHeardOf < silentBefore(allowedMs), 'the process listened on time, and heard nothing')
    end()
    assert.equal(clock.now() - silentBefore(1_000), 1_000)
  })

  it('detects silence even in a process that is late again and again', () => {
    const { clock, works, standsStill } = slowProcess()
    const { silentBefore, watchOwnLateness } = failureDetector(clock)
    watchOwnLateness()
    works(2 * allowedMs)
    const lastHeardOf = clock.now()
    for (let second = 0; second < 59; second += 1) {
      standsStill(3_000)
      works(1_000)
    }
    assert.ok(lastHeardOf >= silentBefore(allowedMs))
    works(2_000)
    assert.ok(lastHeardOf < silentBefore(allowedMs))
  })
})
