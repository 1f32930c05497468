import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from './eventually.ts'

test('a check that comes true in time gives its value', async () => {
  let looks = 0
  const value = await eventually(
    () => {
      looks += 1
      assert.equal(looks, 3)
      return 'seen'
    },
    { withinMs: 5_000, everyMs: 1 },
  )
  assert.equal(value, 'seen')
})

test('a check that never does fails with its own last words', async () => {
  await assert.rejects(
    eventually(() => assert.fail('still building'), { withinMs: 5, everyMs: 1 }),
    /not within 0.005 s: still building/,
  )
})
