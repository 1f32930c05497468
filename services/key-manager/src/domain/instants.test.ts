import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseInstant, shownInstant } from './instants.ts'

test('instants without an offset are read as UTC, and invalid ones as undefined', () => {
  assert.equal(parseInstant('2031-05-06T07:08:09'), '2031-05-06T07:08:09.000Z')
  assert.equal(parseInstant(' 2031-05-06T07:08:09.25Z '), '2031-05-06T07:08:09.250Z')
  assert.equal(parseInstant('2031-05-06T07:08:09+0200'), '2031-05-06T05:08:09.000Z')
  assert.equal(parseInstant('2031-05-06'), '2031-05-06T00:00:00.000Z')
  for (const wrong of ['', 'tomorrow', '2031-13-01T00:00:00', '2031-05-06T25:00']) {
    assert.equal(parseInstant(wrong), undefined, wrong)
  }
})

test('instants are shown in the format of Barbican', () => {
  assert.equal(shownInstant('2031-05-06T07:08:09.000Z'), '2031-05-06T07:08:09')
  assert.equal(shownInstant('2031-05-06T07:08:09.123Z'), '2031-05-06T07:08:09.123000')
})
