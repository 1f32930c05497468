import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import { failureDetector } from '@nimbo/service/failure-detector'
import { testDatabases } from '@nimbo/testing/test-databases'
import { openTestCells } from '../db/cells/open-cells.testing.ts'
import { computeNodes } from '../db/hosts/compute-nodes.ts'
import { hostMappings } from '../db/cells/host-mappings.ts'
import { services } from '../db/hosts/services.ts'
import { hostStates } from './host-states.ts'

const downAfterSeconds = 60

test('a silent host is awaited until service_down_time after the start or the last outage', async () => {
  const clock = manualClock()
  const memory = testDatabases()
  const { databases, everyCell } = await openTestCells({ ...memory, clock })
  const cell = everyCell.find(({ name }) => name === 'cell1')
  assert.ok(cell)
  const rows = services(cell.db, clock)
  const { id: serviceId } = await rows.ensure('host-a', 'nova-compute', 1)
  await hostMappings(databases.api, clock).add('host-a', cell.id)
  const nodeId = await computeNodes(cell.db, clock).report({
    ...{ id: 'node-of-host-a', service_id: serviceId, host: 'host-a', node: 'host-a' },
    ...{ hypervisor_type: 'fake', hypervisor_version: 1, cpu_info: '{}', supported_instances: '[]' },
    ...{ vcpus: 4, vcpus_used: 0, memory_mb: 4096, memory_mb_used: 0, disk_gb: 40, disk_gb_used: 0 },
    ...{ running_vms: 0, host_ip: '192.0.2.1' },
  })
  const summary = { traits: [], parent_provider_uuid: null, root_provider_uuid: nodeId, resources: {} }
  const offer = { allocation_requests: [], provider_summaries: { [nodeId]: summary } }
  const options = { default_availability_zone: 'nova', service_down_time: downAfterSeconds }
  clock.advance(downAfterSeconds * 1000 + 1)

  const { silentBefore, interrupted } = failureDetector(clock)
  const states = hostStates({ databases, clock, silentBefore, options })
  const seen = async () => (await states(offer)).map(({ service: { up, awaited } }) => ({ up, awaited }))
  assert.deepEqual(await seen(), [{ up: false, awaited: true }])
  clock.advance(downAfterSeconds * 1000 + 1)
  assert.deepEqual(await seen(), [{ up: false, awaited: false }], 'no report for service_down_time')
  interrupted()
  assert.deepEqual(
    await seen(),
    [{ up: false, awaited: true }],
    'just after an outage of the broker or a database',
  )
  await rows.report(serviceId)
  assert.deepEqual(await seen(), [{ up: true, awaited: false }])
  await memory.close()
})
