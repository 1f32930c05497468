import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compacted, includes, intersects, without } from './prefix-set.ts'

test('networks that touch become one, and what lies in another is no more', () => {
  assert.deepEqual(compacted(['10.0.1.0/24', '10.0.0.0/24', '10.0.0.128/25', '10.0.3.0/24']), [
    '10.0.0.0/23',
    '10.0.3.0/24',
  ])
  assert.deepEqual(compacted(['2001:db8::/33', '2001:db8:8000::/33']), ['2001:db8::/32'])
  assert.deepEqual(compacted(['0.0.0.0/1', '128.0.0.0/1']), ['0.0.0.0/0'])
})

test('what is taken from networks leaves the rest', () => {
  assert.deepEqual(without(['10.0.0.0/24'], ['10.0.0.64/26']), ['10.0.0.0/26', '10.0.0.128/25'])
  assert.deepEqual(without(['10.0.0.0/24'], ['10.0.0.0/16']), [])
  assert.deepEqual(without(['10.0.0.0/24'], []), ['10.0.0.0/24'])
  assert.deepEqual(without(['10.0.0.0/30'], ['10.0.0.0/32', '10.0.0.3/32']), ['10.0.0.1/32', '10.0.0.2/32'])
})

test('networks are told to include others and to have addresses in common', () => {
  assert.ok(includes(['10.0.0.0/25', '10.0.0.128/25'], ['10.0.0.0/24']))
  assert.ok(!includes(['10.0.0.0/25'], ['10.0.0.0/24']))
  assert.ok(intersects(['10.0.0.0/24'], ['10.0.0.0/8']))
  assert.ok(!intersects(['10.0.0.0/24'], ['10.0.1.0/24']))
})
