import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compacted, includes, intersects, without } from './prefix-set.ts'

test('compacted joins adjacent networks, and drops networks that others contain', () => {
  assert.deepEqual(compacted(['10.0.1.0/24', '10.0.0.0/24', '10.0.0.128/25', '10.0.3.0/24']), [
    '10.0.0.0/23',
    '10.0.3.0/24',
  ])
  assert.deepEqual(compacted(['2001:db8::/33', '2001:db8:8000::/33']), ['2001:db8::/32'])
  assert.deepEqual(compacted(['0.0.0.0/1', '128.0.0.0/1']), ['0.0.0.0/0'])
})

test('without subtracts networks, and returns the rest as networks', () => {
  assert.deepEqual(without(['10.0.0.0/24'], ['10.0.0.64/26']), ['10.0.0.0/26', '10.0.0.128/25'])
  assert.deepEqual(without(['10.0.0.0/24'], ['10.0.0.0/16']), [])
  assert.deepEqual(without(['10.0.0.0/24'], []), ['10.0.0.0/24'])
  assert.deepEqual(without(['10.0.0.0/30'], ['10.0.0.0/32', '10.0.0.3/32']), ['10.0.0.1/32', '10.0.0.2/32'])
})

test('includes and intersects compare sets of networks', () => {
  assert.ok(includes(['10.0.0.0/25', '10.0.0.128/25'], ['10.0.0.0/24']))
  assert.ok(!includes(['10.0.0.0/25'], ['10.0.0.0/24']))
  assert.ok(intersects(['10.0.0.0/24'], ['10.0.0.0/8']))
  assert.ok(!intersects(['10.0.0.0/24'], ['10.0.1.0/24']))
})
