import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from './eventually.ts'

test('eventually returns the value of a check that succeeds in time', async () => {
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

test('eventually fails with the last error of a check that never succeeds', async () => {
  await assert.rejects(
    eventually(() => assert.fail('still building'), { withinMs: 5, everyMs: 1 }),
    /not within 0.005 s: still building/,
  )
})
