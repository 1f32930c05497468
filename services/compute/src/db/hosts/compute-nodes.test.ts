import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import { testDatabases } from '@nimbo/testing/test-databases'
import { openTestCells } from '../cells/open-cells.testing.ts'
import { computeNodes } from './compute-nodes.ts'
import { services } from './services.ts'

test('a report that repeats the last one changes nothing, not even updated_at', async () => {
  const clock = manualClock()
  const memory = testDatabases()
  const { everyCell } = await openTestCells({ ...memory, clock })
  const cell = everyCell.find(({ name }) => name === 'cell1')
  assert.ok(cell)
  const { id: serviceId } = await services(cell.db, clock).ensure('host-a', 'nova-compute', 1)
  const nodes = computeNodes(cell.db, clock)
  const report = {
    ...{ id: 'node-of-host-a', service_id: serviceId, host: 'host-a', node: 'host-a' },
    ...{ hypervisor_type: 'fake', hypervisor_version: 1, cpu_info: '{}', supported_instances: '[]' },
    ...{ vcpus: 4, vcpus_used: 0, memory_mb: 4096, memory_mb_used: 0, disk_gb: 40, disk_gb_used: 0 },
    ...{ running_vms: 0, host_ip: '192.0.2.1', numa_topology: null },
  }
  const afterReport = async (changes: object = {}) => {
    clock.advance(10_000)
    const id = await nodes.report({ ...report, ...changes, id: 'ignored-after-the-first' })
    return nodes.find(id)
  }
  await nodes.report(report)
  const first = await nodes.find('node-of-host-a')

  assert.deepEqual(await afterReport(), first)
  const used = await afterReport({ vcpus_used: 1, running_vms: 1 })
  assert.deepEqual([used?.vcpus_used, used?.running_vms], [1, 1])
  assert.notEqual(used?.updated_at, first?.updated_at)
  const withCells = await afterReport({ vcpus_used: 1, running_vms: 1, numa_topology: '{}' })
  assert.equal(withCells?.numa_topology, '{}')
  await memory.close()
})
