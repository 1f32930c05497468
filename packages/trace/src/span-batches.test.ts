import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import { silentLog } from '@nimbo/kernel/log'
import type { Span } from './span.ts'
import { spanBatches } from './span-batches.ts'

const span = (number: number): Span => ({
  ...{ traceId: 'a', spanId: String(number), parentId: undefined, name: 'boot', service: 'nova-api' },
  ...{ startedAt: number, durationMs: 1, status: 'ok', attributes: {} },
})

/** Batches whose destination takes one each time the test calls `taken`. */
const setUp = () => {
  const clock = manualClock()
  const batches: (readonly Span[])[] = []
  const held: (() => void)[] = []
  const told: string[] = []
  const log = { ...silentLog, warn: (_: object, message: string) => void told.push(message) }
  const { record, flush, close } = spanBatches({
    ...{ clock, log, destination: 'nowhere' },
    send: (batch) => {
      batches.push(batch)
      return new Promise((resolve) => held.push(resolve))
    },
  })
  let recorded = 0
  return {
    clock,
    told,
    flush,
    close,
    numbers: () => batches.flat().map(({ spanId }) => Number(spanId)),
    sizes: () => batches.map(({ length }) => length),
    record: (count: number) => {
      for (const end = recorded + count; recorded < end; recorded += 1) record(span(recorded))
    },
    taken: async () => {
      held.shift()?.()
      await new Promise(setImmediate)
    },
  }
}

test('spans recorded while a batch is being sent wait until they fill a batch, or for 250 ms', async () => {
  const { record, sizes, taken, clock } = setUp()
  record(200)
  record(5)
  await taken()
  assert.deepEqual(sizes(), [200])
  clock.advance(249)
  assert.deepEqual(sizes(), [200])
  clock.advance(1)
  assert.deepEqual(sizes(), [200, 5])
  record(199)
  await taken()
  assert.deepEqual(sizes(), [200, 5])
  record(1)
  assert.deepEqual(sizes(), [200, 5, 200])
})

test('a flush waits for all spans recorded before it, but not for later ones', async () => {
  const { record, sizes, taken, flush } = setUp()
  record(203)
  let flushed = false
  const end = flush().then(() => {
    flushed = true
  })
  await taken()
  record(7)
  assert.equal(flushed, false)
  await taken()
  await end
  assert.deepEqual(sizes(), [200, 3])
})

test('beyond 20,000 waiting spans the oldest batch is dropped, and the rest is sent in order', async () => {
  const { record, numbers, taken, flush } = setUp()
  record(200)
  record(20_003)
  const end = flush()
  for (let batch = 0; batch < 101; batch += 1) await taken()
  await end
  assert.deepEqual(
    numbers(),
    Array.from({ length: 20_003 }, (_, index) => (index < 200 ? index : index + 200)),
  )
})

test('a destination that takes nothing is given up when the batches are closed', async () => {
  const { record, sizes, taken, clock, close, told } = setUp()
  record(450)
  const closing = close()
  clock.advance(5_000)
  await closing
  assert.deepEqual(told, ['the last spans are lost'])
  await taken()
  assert.deepEqual(sizes(), [200])
})
