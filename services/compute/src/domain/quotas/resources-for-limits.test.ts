import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRequest } from '../scheduling/host-state.testing.ts'
import { resourcesForLimits } from './resources-for-limits.ts'

const processorsOf = (extraSpecs: Readonly<Record<string, string>>) => {
  const { flavor } = sampleRequest({ flavor: { vcpus: 4, extraSpecs } }).spec
  const { VCPU = 0, PCPU = 0 } = resourcesForLimits(flavor, false)
  return [VCPU, PCPU]
}

test('the CPUs of a server with dedicated CPUs count as PCPU', () => {
  assert.deepEqual(processorsOf({}), [4, 0])
  assert.deepEqual(processorsOf({ 'hw:cpu_policy': 'shared' }), [4, 0])
  assert.deepEqual(processorsOf({ 'hw:cpu_policy': 'dedicated' }), [0, 4])
})

test('of a server with the CPU policy mixed, the CPUs in its mask count as PCPU', () => {
  const mixed = (mask: string) => processorsOf({ 'hw:cpu_policy': 'mixed', 'hw:cpu_dedicated_mask': mask })
  assert.deepEqual(mixed('0-1'), [2, 2])
  assert.deepEqual(mixed('^3'), [1, 3])
  assert.deepEqual(mixed('0-3,^1'), [1, 3])
})

test('a resource class that the flavor requests by name counts with that amount', () => {
  assert.deepEqual(processorsOf({ 'hw:cpu_policy': 'dedicated', 'resources:PCPU': '2' }), [4, 2])
})
