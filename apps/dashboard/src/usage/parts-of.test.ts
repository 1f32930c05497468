import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from './parts-of.ts'

test('the parts of a period follow each other until now, and each bar stands within its part', () => {
  assert.deepEqual(partsOf(1_000, 200, 2), [
    { from: 800, until: 900, middle: 850 },
    { from: 900, until: 1_000, middle: 950 },
  ])
})
