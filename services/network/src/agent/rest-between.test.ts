import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restBetween } from './rest-between.ts'

const setUp = ({ takesMs = 0 } = {}) => {
  let now = 0
  let todo = 0
  const done: number[] = []
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  const rested = restBetween({
    clock: {
      now: () => now,
      after: (ms, callback) => {
        const timer = { at: now + ms, callback }
        timers.add(timer)
        return () => void timers.delete(timer)
      },
    },
    restMs: 100,
    mostRestMs: 500,
    again: () => void rested.run(),
    work: async () => {
      if (todo === 0) return false
      done.push(todo)
      todo = 0
      now += takesMs
      return true
    },
  })
  return {
    rested,
    done,
    timers,
    ask: () => {
      todo += 1
      return rested.run()
    },
    pass: async (ms: number) => {
      now += ms
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer)
        timer.callback()
      }
      await new Promise(setImmediate)
    },
  }
}

test('the first request runs at once, and those that follow run together when the rest is over', async () => {
  const { ask, pass, done, timers } = setUp()
  for (let count = 1; count <= 5; count += 1) await ask()
  assert.deepEqual(done, [1])
  assert.equal(timers.size, 1)
  await pass(99)
  assert.deepEqual(done, [1])
  await pass(1)
  assert.deepEqual(done, [1, 4])
})

test('a run that had nothing to do starts no rest', async () => {
  const { rested, ask, done } = setUp()
  await rested.run()
  await ask()
  assert.deepEqual(done, [1])
})

test('endRest lets the next run start at once, and stop prevents the run that was due', async () => {
  const { rested, ask, pass, done } = setUp()
  await ask()
  await ask()
  rested.endRest()
  await rested.run()
  assert.deepEqual(done, [1, 1])
  await ask()
  rested.stop()
  await pass(1_000)
  assert.deepEqual(done, [1, 1])
})

test('a rest lasts fifty times as long as the work took, up to the longest rest', async () => {
  for (const [takesMs, restsMs] of [
    [5, 250],
    [60, 500],
  ] as const) {
    const { ask, pass, done } = setUp({ takesMs })
    await ask()
    await ask()
    await pass(restsMs - 1)
    assert.deepEqual(done, [1])
    await pass(1)
    assert.deepEqual(done, [1, 1])
  }
})
