import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CellOptions, hostTopology } from './host-topology.ts'

const found = {
  ...{ id: 0, cpus: [0, 1, 2, 3], siblings: [[0], [1], [2], [3]], memoryMb: 1024 },
  mempages: [],
}

/** The CPUs for virtual CPUs that share, and those for virtual CPUs with one of their own. */
const cpusWith = (options: Partial<CellOptions>) => {
  const limits = { cpuAllocationRatio: 4, ramAllocationRatio: 1.5 }
  const topology = hostTopology([found], { reserved_huge_pages: [], ...options }, limits)
  return topology?.cells.map(({ cpuset, pcpuset }) => [cpuset, pcpuset])[0]
}

test('cpu_shared_set and cpu_dedicated_set name the CPUs of one kind; without them all CPUs are of both kinds', () => {
  const all = [0, 1, 2, 3]
  assert.deepEqual(cpusWith({}), [all, all])
  assert.deepEqual(cpusWith({ cpu_shared_set: '0-1' }), [[0, 1], []])
  assert.deepEqual(cpusWith({ cpu_dedicated_set: '2-3' }), [[], [2, 3]])
  assert.deepEqual(cpusWith({ cpu_shared_set: '0-1', cpu_dedicated_set: '2-3' }), [
    [0, 1],
    [2, 3],
  ])
})

test('vcpu_pin_set names the CPUs of both kinds, whatever cpu_shared_set says', () => {
  const both = [
    [1, 2],
    [1, 2],
  ]
  assert.deepEqual(cpusWith({ vcpu_pin_set: '1-2' }), both)
  assert.deepEqual(cpusWith({ vcpu_pin_set: '1-2', cpu_shared_set: '0-1' }), both)
})

test('options that contradict each other are refused', () => {
  assert.throws(() => cpusWith({ cpu_shared_set: '0-2', cpu_dedicated_set: '1-3' }), {
    message: /both name the CPUs 1, 2/,
  })
  assert.throws(() => cpusWith({ vcpu_pin_set: '0', cpu_dedicated_set: '1' }), {
    message: /vcpu_pin_set cannot be used together with/,
  })
})
