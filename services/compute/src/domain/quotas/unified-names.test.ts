import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromUnified } from './unified-names.ts'

const registered = new Map([
  ['class:VCPU', 8],
  ['server_key_pairs', 3],
])

test('with the strategy require, listed resources without a registered limit get 0, and others are unlimited', () => {
  const limits = fromUnified(registered, {
    unified_limits_resource_strategy: 'require',
    unified_limits_resource_list: ['servers', 'class:MEMORY_MB'],
  })
  const { instances, cores, ram, key_pairs, server_groups } = limits
  assert.deepEqual([instances, cores, ram, key_pairs, server_groups], [0, 8, 0, 3, -1])
})

test('with the strategy ignore, listed resources without a registered limit are unlimited, and others get 0', () => {
  const limits = fromUnified(registered, {
    unified_limits_resource_strategy: 'ignore',
    unified_limits_resource_list: ['servers'],
  })
  const { instances, cores, ram, key_pairs, server_groups } = limits
  assert.deepEqual([instances, cores, ram, key_pairs, server_groups], [-1, 8, 0, 3, 0])
})
