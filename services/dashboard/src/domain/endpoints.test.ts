import assert from 'node:assert/strict'
import { test } from 'node:test'
import { homeRegionIn, regionsOf, rootIn, servicesOf } from './endpoints.ts'

const endpoints = [
  { type: 'compute', region: 'one', url: 'http://cloud:8774/v2.1' },
  { type: 'volumev3', region: 'one', url: 'http://cloud:8776/v3/1234' },
  { type: 'compute', region: 'two', url: 'http://other/compute/v2.1' },
  { type: 'image', region: 'two', url: 'http://other/image' },
]

test('the root URL of a service is its endpoint in the region, found by any of its types, without version', () => {
  assert.equal(rootIn(endpoints, { type: 'compute', region: 'one' }), 'http://cloud:8774')
  assert.equal(rootIn(endpoints, { type: 'volume', region: 'one' }), 'http://cloud:8776')
  assert.equal(rootIn(endpoints, { type: 'compute', region: 'two' }), 'http://other/compute')
  assert.equal(rootIn(endpoints, { type: 'image', region: 'one' }), undefined)
})

test('a region has the services of its own endpoints, by all names of their types', () => {
  assert.deepEqual(regionsOf(endpoints), ['one', 'two'])
  assert.deepEqual(servicesOf(endpoints, 'one'), ['compute', 'volume', 'volumev3'])
  assert.deepEqual(servicesOf(endpoints, 'two'), ['compute', 'image'])
})

test('the home region is the configured one, or the first of a catalog without it', () => {
  assert.equal(homeRegionIn(['one', 'two'], 'two'), 'two')
  assert.equal(homeRegionIn(['one', 'two'], 'RegionOne'), 'one')
  assert.equal(homeRegionIn([], 'RegionOne'), '')
})
