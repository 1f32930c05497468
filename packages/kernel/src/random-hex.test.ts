import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomHex } from './random-hex.ts'

test('randomHex returns the requested number of digits, and no duplicates in 20,000 calls', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => randomHex(index % 2 === 0 ? 16 : 32))
  assert.ok(ids.every((id, index) => /^[0-9a-f]+$/.test(id) && id.length === (index % 2 === 0 ? 16 : 32)))
  assert.equal(new Set(ids.map((id) => id.slice(0, 16))).size, ids.length)
})
