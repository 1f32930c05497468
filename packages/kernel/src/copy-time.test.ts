import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyTimeMs } from './copy-time.ts'

const hourMs = 3_600_000

test('a small file has half an hour to be copied, and a large one as long as a slow disk takes', () => {
  assert.equal(copyTimeMs(0), hourMs / 2)
  assert.ok(copyTimeMs(4 * 1024 ** 4) > 72 * hourMs, 'four terabytes')
})
