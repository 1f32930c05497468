import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjusted } from './adjusted.ts'

test('a scaling policy changes the size by a number, to a number, or by a percentage', () => {
  const cases = [
    ['change_in_capacity', 3, 2, undefined, 5],
    ['change_in_capacity', 3, -5, undefined, -2],
    ['exact_capacity', 3, 7, undefined, 7],
    ['percent_change_in_capacity', 4, 50, undefined, 6],
    ['percent_change_in_capacity', 3, 50, undefined, 4],
    ['percent_change_in_capacity', 3, 10, undefined, 4],
    ['percent_change_in_capacity', 3, -10, undefined, 2],
    ['percent_change_in_capacity', 3, -50, undefined, 2],
    ['percent_change_in_capacity', 10, 10, 3, 13],
    ['percent_change_in_capacity', 10, -10, 3, 7],
  ] as const
  for (const [type, size, adjustment, leastStep, expected] of cases)
    assert.equal(adjusted(size, { type, adjustment, leastStep }), expected, `${type} ${size} ${adjustment}`)
})
