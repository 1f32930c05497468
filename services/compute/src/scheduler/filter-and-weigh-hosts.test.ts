import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultNovaConfig } from '../config.ts'
import { filterAndWeighHosts } from './filter-and-weigh-hosts.ts'

test('image properties of servers are read only if an aggregate sets the multiplier of their weigher', () => {
  const config = defaultNovaConfig()
  const { needs } = filterAndWeighHosts({ ...config.scheduler, ...config.filter_scheduler }, config)
  assert.equal(needs(new Set()).has('images of servers'), false)
  assert.equal(needs(new Set(['ssd'])).has('images of servers'), false)
  assert.equal(needs(new Set(['image_props_weight_multiplier'])).has('images of servers'), true)
})
