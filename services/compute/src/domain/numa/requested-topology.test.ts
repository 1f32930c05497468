import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestedTopology } from './requested-topology.ts'

const asked = (
  extraSpecs: Readonly<Record<string, string>>,
  imageProperties: Readonly<Record<string, string>> = {},
  vcpus = 4,
) => ({ flavor: { vcpus, memoryMb: 1024, extraSpecs }, imageProperties })

test('a server has no NUMA topology if it requests none', () => {
  assert.equal(requestedTopology(asked({})), undefined)
  assert.equal(requestedTopology(asked({ 'hw:cpu_policy': 'shared' })), undefined)
  assert.equal(requestedTopology(asked({ 'hw:cpu_sockets': '2' }, { os_type: 'linux' })), undefined)
})

test('CPUs and memory are divided equally between the requested NUMA nodes', () => {
  const { cells } = requestedTopology(asked({ 'hw:numa_nodes': '2' })) ?? {}
  assert.deepEqual(cells, [
    { cpuset: [0, 1], pcpuset: [], memoryMb: 512 },
    { cpuset: [2, 3], pcpuset: [], memoryMb: 512 },
  ])
})

test('a flavor or an image can divide CPUs and memory unequally between NUMA nodes', () => {
  const { cells } =
    requestedTopology(
      asked(
        { 'hw:cpu_policy': 'mixed', 'hw:cpu_dedicated_mask': '^0' },
        {
          hw_numa_nodes: '2',
          'hw_numa_cpus.0': '0,3',
          'hw_numa_cpus.1': '1-2',
          'hw_numa_mem.0': '256',
          'hw_numa_mem.1': '768',
        },
      ),
    ) ?? {}
  assert.deepEqual(cells, [
    { cpuset: [0], pcpuset: [3], memoryMb: 256 },
    { cpuset: [], pcpuset: [1, 2], memoryMb: 768 },
  ])
})

test('pinning, page size, threads and realtime are kept with the cells', () => {
  const topology = requestedTopology(
    asked(
      {
        ...{ 'hw:cpu_policy': 'dedicated', 'hw:mem_page_size': 'large', 'hw:cpu_thread_policy': 'prefer' },
        ...{
          'hw:emulator_threads_policy': 'isolate',
          'hw:cpu_realtime': 'yes',
          'hw:cpu_realtime_mask': '^0-1',
        },
      },
      { hw_mem_page_size: '2MB', hw_cpu_thread_policy: 'isolate' },
      4,
    ),
  )
  assert.deepEqual(topology, {
    cells: [{ cpuset: [], pcpuset: [0, 1, 2, 3], memoryMb: 1024, pageSize: 2048 }],
    ...{ cpuPolicy: 'dedicated', cpuThreadPolicy: 'prefer', emulatorThreadsPolicy: 'isolate' },
    realtimeCpus: [2, 3],
  })
})

test('explicit PCPU resources and hyperthreading traits are policies too', () => {
  const topology = requestedTopology(
    asked({ 'resources:PCPU': '4', 'trait:HW_CPU_HYPERTHREADING': 'forbidden' }),
  )
  assert.equal(topology?.cpuPolicy, 'dedicated')
  assert.equal(topology?.cpuThreadPolicy, 'isolate')
})

test('contradictory requests are refused with the messages of Nova', () => {
  const cases: readonly (readonly [Record<string, string>, Record<string, string>, RegExp])[] = [
    [{ 'hw:numa_nodes': '0' }, {}, /^The property 'numa_nodes' cannot be '0'\. It must be a number greater/],
    [{ 'hw:numa_nodes': '3' }, {}, /cannot be evenly distributed across instance NUMA nodes/],
    [{ 'hw:numa_nodes': '2' }, { hw_numa_nodes: '2' }, /^Image property 'hw_numa_nodes' is not permitted/],
    [{ 'hw:numa_nodes': '1', 'hw:numa_cpus.0': '0-3' }, {}, /^CPU and memory allocation must be provided/],
    [
      { 'hw:numa_nodes': '1', 'hw:numa_cpus.0': '0-4', 'hw:numa_mem.0': '1024' },
      {},
      /^CPU number 4 is larger than max 3$/,
    ],
    [
      { 'hw:numa_nodes': '1', 'hw:numa_cpus.0': '0-2', 'hw:numa_mem.0': '1024' },
      {},
      /^CPU number \{3\} is not assigned to any node$/,
    ],
    [
      { 'hw:numa_nodes': '1', 'hw:numa_cpus.0': '0-3', 'hw:numa_mem.0': '512' },
      {},
      /^512 MB of memory assigned, but expected 1024 MB$/,
    ],
    [{ 'hw:cpu_policy': 'shared' }, { hw_cpu_policy: 'dedicated' }, /^Image property 'hw_cpu_policy' is not/],
    [
      { 'hw:cpu_policy': 'dedicated', 'hw:cpu_thread_policy': 'require' },
      { hw_cpu_thread_policy: 'isolate' },
      /^Image property 'hw_cpu_thread_policy' is not permitted/,
    ],
    [{ 'hw:cpu_thread_policy': 'require' }, {}, /^Cannot set cpu thread pinning policy in a non dedicated/],
    [{ 'hw:emulator_threads_policy': 'isolate' }, {}, /^An isolated CPU emulator threads option requires/],
    [{ 'hw:cpu_realtime': 'yes', 'hw:cpu_policy': 'dedicated' }, {}, /^Use of realtime CPUs requires either/],
    [{ 'hw:cpu_realtime': 'yes', 'hw:cpu_realtime_mask': '^0' }, {}, /^Cannot set realtime policy in a non/],
    [{ 'hw:cpu_policy': 'mixed' }, {}, /^Dedicated CPU set can be specified from either/],
    [
      { 'hw:cpu_policy': 'mixed', 'hw:cpu_dedicated_mask': '0-3' },
      {},
      /^Mixed instance must have at least 1/,
    ],
    [{ 'hw:cpu_policy': 'dedicated', 'hw:cpu_dedicated_mask': '0' }, {}, /^Cannot specify 'hw:cpu_dedicated/],
    [{}, { hw_mem_page_size: '2048' }, /^Page size 2048 forbidden against '<empty>'$/],
    [
      { 'hw:mem_page_size': 'small' },
      { hw_mem_page_size: 'any' },
      /^Page size any forbidden against 'small'$/,
    ],
    [{ 'hw:mem_page_size': 'big' }, {}, /^Invalid memory page size 'big'$/],
    [{ 'hw:locked_memory': 'true' }, {}, /is forbidden when mem_page_size is not set\.$/],
    [{ 'hw:cpu_policy': 'dedicated', 'resources:PCPU': '4' }, {}, /use one or the other$/],
    [{ 'resources:PCPU': '3' }, {}, /^There is a mismatch between the number of PCPUs requested/],
    [
      {},
      { hw_cpu_policy: 'none' },
      /^CPU policy requested from 'image properties' is invalid, given: 'none', available: '\('dedicated', 'shared', 'mixed'\)'\.$/,
    ],
  ]
  for (const [specs, properties, message] of cases)
    assert.throws(() => requestedTopology(asked(specs, properties)), { message }, JSON.stringify(specs))
})
