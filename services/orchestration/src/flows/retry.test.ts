import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '@nimbo/kernel/clock'
import { waitFor } from './retry.ts'

/** A clock on which each pause ends at once. */
const leapingClock = (): Clock => {
  let now = 0
  return {
    now: () => now,
    after: (ms, act) => {
      let isOn = true
      queueMicrotask(() => {
        if (!isOn) return
        now += ms
        act()
      })
      return () => {
        isOn = false
      }
    },
  }
}

/** Waits for steps that take this long, one after the other; resolves to the number of polls and the time that each wait took. */
const waitsFor = async (
  takesMs: readonly number[],
  same?: string,
): Promise<readonly { readonly looks: number; readonly ms: number }[]> => {
  const clock = leapingClock()
  const ending = new AbortController().signal
  const walk = { deps: { clock }, ending, deadlineAt: Number.POSITIVE_INFINITY, usualMs: new Map() }
  const waits: { looks: number; ms: number }[] = []
  for (const ms of takesMs) {
    const began = clock.now()
    let looks = 0
    const isSo = async () => {
      looks += 1
      return clock.now() >= began + ms
    }
    assert.ok(await waitFor(walk, isSo, same))
    waits.push({ looks, ms: clock.now() - began })
  }
  return waits
}

const looksFor = async (takesMs: readonly number[], same?: string): Promise<readonly number[]> =>
  (await waitsFor(takesMs, same)).map(({ looks }) => looks)

test('a step that takes as long as earlier steps of its kind is polled three times at most', async () => {
  const [first = 0, ...others] = await looksFor([900, 900, 900, 900, 900], 'OS::Nova::Server CREATE')
  assert.equal(first, 7)
  assert.ok(Math.max(...others) <= 3, `${others}`)
})

test('a step of no kind is polled from the beginning, whatever earlier steps took', async () => {
  assert.deepEqual(await looksFor([900, 900]), [7, 7])
})

test('steps of a kind that is always complete at once are polled once each', async () => {
  assert.deepEqual(await looksFor([0, 0, 0], 'OS::Neutron::Port CREATE'), [1, 1, 1])
})

test('quick steps after a slow step of the same kind are polled once each, and each earlier than the one before', async () => {
  const waits = await waitsFor([1_900, 10, 10, 10, 10, 10, 10, 10, 10], 'OS::Nova::Server CREATE')
  assert.deepEqual(
    waits.slice(1).map(({ looks }) => looks),
    [1, 1, 1, 1, 1, 1, 1, 1],
  )
  const times = waits.map(({ ms }) => ms)
  assert.ok(
    times.slice(1).every((ms, index) => ms < (times[index] ?? 0)),
    `${times}`,
  )
  assert.ok((times.at(-1) ?? 0) < 1_000, `${times}`)
})

test('waiting for a step that does not end is given up after about four seconds', async () => {
  const clock = leapingClock()
  const walk = {
    ...{ deps: { clock }, ending: new AbortController().signal },
    ...{ deadlineAt: Number.POSITIVE_INFINITY, usualMs: new Map() },
  }
  assert.equal(await waitFor(walk, async () => false, 'OS::Nova::Server CREATE'), false)
  assert.ok(clock.now() > 4_000 && clock.now() < 8_000, String(clock.now()))
})
