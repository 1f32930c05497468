import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readInstant } from './read-instant.ts'

test('instants are read in ISO 8601, with or without their smaller units, and converted to UTC', () => {
  assert.equal(readInstant('2026-01-31T12:00:00Z'), '2026-01-31T12:00:00.000Z')
  assert.equal(readInstant('2026-01-31T12:00:00.123456'), '2026-01-31T12:00:00.123Z')
  assert.equal(readInstant('2026-01-31 12:00:00+01:00'), '2026-01-31T11:00:00.000Z')
  assert.equal(readInstant('2026-01-31T12:00-0130'), '2026-01-31T13:30:00.000Z')
  assert.equal(readInstant('2026-01-31'), '2026-01-31T00:00:00.000Z')
  assert.equal(readInstant('2026-02'), '2026-02-01T00:00:00.000Z')
})

test('text that is no ISO 8601 instant is not read as one', () => {
  for (const text of [
    '2011/01/01',
    'yesterday',
    '',
    '2026-13-01',
    '2026-01-31T25:00',
    '1767225600',
    '20260131',
  ])
    assert.equal(readInstant(text), undefined, text)
})
