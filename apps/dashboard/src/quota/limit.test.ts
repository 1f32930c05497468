import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOf } from './limit.ts'

test('a quota of zero is exceeded by the first item, and one of -1 by none', () => {
  assert.equal(shareOf(3, 4), 0.75)
  assert.ok(shareOf(1, 0) > 1)
  assert.equal(shareOf(0, 0), 0)
  assert.equal(shareOf(1_000, -1), 0)
})
