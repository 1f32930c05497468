import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backgroundPace, withoutRests } from './background-pace.ts'

/** A pace with 20 ms of work and at most 200 ms of rest, by a clock that the test advances. */
const setUp = () => {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  const pace = backgroundPace({
    clock: {
      now: () => now,
      after: (ms, callback) => {
        const timer = { at: now + ms, callback }
        timers.add(timer)
        return () => void timers.delete(timer)
      },
    },
    workMs: 20,
    mostRestMs: 200,
  })
  const pass = async (ms: number): Promise<void> => {
    now += ms
    for (const timer of [...timers].filter(({ at }) => at <= now)) {
      timers.delete(timer)
      timer.callback()
    }
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  }
  /** Starts work in batches that occupy the thread for these durations; returns the times at which each began. */
  const work = (batches: readonly number[], { stopping = forever, hurriesAfterMs = 60_000 } = {}) => {
    const begun: (number | 'stopped')[] = []
    const goOn = async (): Promise<void> => {
      const rest = pace(stopping, hurriesAfterMs)
      for (const batch of batches) {
        if (!(await rest())) return void begun.push('stopped')
        begun.push(now)
        now += batch
      }
      await rest()
    }
    void goOn()
    return begun
  }
  return { pace, pass, work }
}

const forever = new AbortController().signal

test('work goes on until it has taken workMs, and then rests as long as it took', async () => {
  const { pass, work } = setUp()
  const begun = work([8, 17, 50, 1])
  await pass(0)
  assert.deepEqual(begun, [0, 8])
  await pass(24)
  assert.deepEqual(begun, [0, 8])
  await pass(1)
  assert.deepEqual(begun, [0, 8, 50])
  await pass(50)
  assert.deepEqual(begun, [0, 8, 50, 150])
})

test('no rest is longer than mostRestMs', async () => {
  const { pass, work } = setUp()
  const begun = work([60_000, 1])
  await pass(0)
  await pass(200)
  assert.deepEqual(begun, [0, 60_200])
})

test('several pieces of work take turns, and the thread rests after each of them', async () => {
  const { pass, work } = setUp()
  const one = work([30, 30, 30])
  const other = work([40, 40])
  await pass(0)
  assert.deepEqual([one, other], [[0], []])
  await pass(30)
  assert.deepEqual([one, other], [[0], [60]])
  await pass(40)
  assert.deepEqual([one, other], [[0, 140], [60]])
  await pass(30)
  await pass(40)
  assert.deepEqual(
    [one, other],
    [
      [0, 140, 280],
      [60, 200],
    ],
  )
})

test('a batch that waits for a reply does not hold up other work', async () => {
  const { pace, pass, work } = setUp()
  const waiting = pace(forever)
  assert.equal(await waiting(), true)
  const begun = work([5, 5])
  await pass(0)
  assert.deepEqual(begun, [0, 5])
})

test('work that is told to stop during a rest ends at once, without another batch', async () => {
  const { pass, work } = setUp()
  const stopping = new AbortController()
  const begun = work([30, 30], { stopping: stopping.signal })
  await pass(0)
  assert.deepEqual(begun, [0])
  stopping.abort()
  await pass(0)
  assert.deepEqual(begun, [0, 'stopped'])
  assert.equal(await withoutRests(stopping.signal)(), false)
})

test('work that has taken hurriesAfterMs goes on without rests', async () => {
  const { pass, work } = setUp()
  const begun = work([30, 1_000, 30], { hurriesAfterMs: 1_000 })
  await pass(0)
  await pass(30)
  assert.deepEqual(begun, [0, 60])
  await pass(0)
  assert.deepEqual(begun, [0, 60, 1_060])
})
