import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readableSize } from './readable.ts'

const gib = 1024 ** 3

test('a capacity is shown in binary units, and one that is no number as the service named it', () => {
  assert.equal(readableSize(1.5, gib), '1.5 GiB')
  assert.equal(readableSize('2048', gib), '2 TiB')
  assert.equal(readableSize('infinite', gib), 'infinite')
})
