import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import type { Clock } from '@nimbo/kernel/clock'
import { failureDetector } from './failure-detector.ts'

const allowedMs = 60_000

/** A process whose timers come late by what it stood still for. */
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

describe('who is silent', () => {
  it('is not known before it was listened for as long as silence is allowed', () => {
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

  it('is not whoever fell silent while the process itself stood still, before its timers come and after', () => {
    const { clock, works, standsStill } = slowProcess()
    const { silentBefore, watchOwnLateness } = failureDetector(clock)
    const end = watchOwnLateness()
    works(2 * allowedMs)
    const lastHeardOf = clock.now()
    standsStill(allowedMs + 10_000)
    assert.ok(lastHeardOf >= silentBefore(allowedMs), 'the late timer has not come yet')
    works(5_000)
    assert.ok(lastHeardOf >= silentBefore(allowedMs), 'it came late')
    works(allowedMs - 6_000)
    assert.ok(lastHeardOf >= silentBefore(allowedMs))
    works(2_000)
    assert.ok(lastHeardOf < silentBefore(allowedMs), 'it was listened for on time, and silent')
    end()
    assert.equal(clock.now() - silentBefore(1_000), 1_000)
  })

  it('is found out by a process that is late again and again', () => {
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
