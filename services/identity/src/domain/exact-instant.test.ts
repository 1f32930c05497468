import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exactInstant } from './exact-instant.ts'

for (const [given, expected] of [
  ['2026-01-31T12:00:00.123456', '2026-01-31T12:00:00.123456Z'],
  ['2026-01-31T12:00:00.123456Z', '2026-01-31T12:00:00.123456Z'],
  ['2026-01-31T12:00:00.1', '2026-01-31T12:00:00.100000Z'],
  ['2026-01-31T14:00:00.1234567+02:00', '2026-01-31T12:00:00.123456Z'],
  ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000000Z'],
] as const)
  test(`${given} is read as ${expected}`, () => {
    assert.deepEqual(exactInstant(given), { ms: Date.parse(expected), text: expected })
  })

test('a text that is not an instant yields undefined', () => {
  assert.equal(exactInstant('soon'), undefined)
})
