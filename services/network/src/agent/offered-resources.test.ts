import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultNeutronConfig } from '../config.ts'
import { offeredResources } from './offered-resources.ts'

const options = defaultNeutronConfig().linux_bridge

test('a host reports the bandwidths and packet rates that its options configure', () => {
  const offered = offeredResources(
    {
      ...options,
      resource_provider_bandwidths: ['eth1:1000:', 'rp_tunnelled:10:20'],
      resource_provider_hypervisors: ['eth1:other'],
      resource_provider_packet_processing_without_direction: [':100'],
      resource_provider_inventory_defaults: ['allocation_ratio:2.5'],
    },
    'here',
  )
  assert.deepEqual(offered, {
    resource_provider_bandwidths: {
      eth1: { egress: 1000, ingress: null },
      rp_tunnelled: { egress: 10, ingress: 20 },
    },
    resource_provider_inventory_defaults: { allocation_ratio: 2.5 },
    resource_provider_packet_processing_without_direction: { here: { any: 100 } },
    resource_provider_packet_processing_with_direction: {},
    resource_provider_packet_processing_inventory_defaults: {
      ...{ allocation_ratio: 1, min_unit: 1, step_size: 1, reserved: 0 },
    },
    resource_provider_hypervisors: { eth1: 'other', rp_tunnelled: 'here' },
  })
})

test('a host with default options reports no resources', () => {
  assert.equal(offeredResources(options, 'here'), undefined)
})

test('a malformed resource_provider_bandwidths is refused', () => {
  for (const text of ['eth1', 'eth1:1000', 'eth1:many:1', 'eth1:1:2:3'])
    assert.throws(
      () => offeredResources({ ...options, resource_provider_bandwidths: [text] }, 'here'),
      /resource_provider_bandwidths: expected NAME:EGRESS:INGRESS/,
      text,
    )
})
