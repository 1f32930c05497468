import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn } from './in-turn.ts'

test('a hundred events during one reading cause one more reading, and none is cut short', async () => {
  const readings: string[] = []
  const first = Promise.withResolvers<void>()
  const read = inTurn(async (kind) => {
    readings.push(kind)
    if (readings.length === 1) await first.promise
  }, 60_000)
  const begun = read('server')
  for (let event = 0; event < 100; event += 1) await read('server')
  await read('volume')
  assert.deepEqual(readings, ['server', 'volume'])
  first.resolve()
  await begun
  assert.deepEqual(readings, ['server', 'volume', 'server'])
  await read('server')
  assert.equal(readings.length, 4)
})

test('a reading that hangs does not keep events waiting for ever', async () => {
  let readings = 0
  const read = inTurn(() => {
    readings += 1
    return new Promise(() => {})
  }, 5)
  await read('server')
  await read('server')
  assert.equal(readings, 2)
})
