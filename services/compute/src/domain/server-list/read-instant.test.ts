import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readInstant } from './read-instant.ts'

test('instants are read in ISO form, with or without their lesser parts, and are in UTC', () => {
  assert.equal(readInstant('2026-01-31T12:00:00Z'), '2026-01-31T12:00:00.000Z')
  assert.equal(readInstant('2026-01-31T12:00:00.123456'), '2026-01-31T12:00:00.123Z')
  assert.equal(readInstant('2026-01-31 12:00:00+01:00'), '2026-01-31T11:00:00.000Z')
  assert.equal(readInstant('2026-01-31T12:00-0130'), '2026-01-31T13:30:00.000Z')
  assert.equal(readInstant('2026-01-31'), '2026-01-31T00:00:00.000Z')
  assert.equal(readInstant('2026-02'), '2026-02-01T00:00:00.000Z')
})

test('what is no instant is none', () => {
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
