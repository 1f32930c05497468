import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomHex } from './random-hex.ts'

test('random digits are as many as asked for, and no two alike, over many draws', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => randomHex(index % 2 === 0 ? 16 : 32))
  assert.ok(ids.every((id, index) => /^[0-9a-f]+$/.test(id) && id.length === (index % 2 === 0 ? 16 : 32)))
  assert.equal(new Set(ids.map((id) => id.slice(0, 16))).size, ids.length)
})
