import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flavorGroups } from './flavor-groups.ts'
import { groupsQuery } from './groups-query.ts'

test('the request groups of a flavor become the same groups in the query to placement', () => {
  const extraSpecs = {
    'resources1:VGPU': '1',
    'trait1:CUSTOM_FAST': 'required',
    'resources_NET:CUSTOM_NIC': '2',
    'trait_NET:CUSTOM_OLD': 'forbidden',
    'resources:MEMORY_MB': '512',
    'hw:cpu_policy': 'shared',
    group_policy: 'isolate',
    same_subtree: '1,_NET',
  }
  assert.deepEqual(groupsQuery(flavorGroups({ extraSpecs })), {
    resources1: 'VGPU:1',
    required1: 'CUSTOM_FAST',
    resources_NET: 'CUSTOM_NIC:2',
    required_NET: '!CUSTOM_OLD',
    group_policy: 'isolate',
    same_subtree: ['1,_NET'],
  })
})

test('a flavor without request groups adds none to the query', () => {
  assert.deepEqual(groupsQuery(flavorGroups({ extraSpecs: { 'resources:VCPU': '0' } })), {})
})
