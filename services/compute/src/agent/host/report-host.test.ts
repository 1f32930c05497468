import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { Fault } from '@nimbo/kernel/errors'
import { eventually } from '@nimbo/testing/eventually'
import { type CloudShape, computeCloud } from '../../../test/cloud/compute-cloud.ts'
import { defaultNovaConfig } from '../../config.ts'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { services } from '../../db/hosts/services.ts'
import { capacityOf } from './resource-tracker.ts'

const changedMeanwhile = new Fault({
  ...{ code: 'RemoteFault', kind: 'conflict', message: 'resource provider generation conflict' },
  details: { service: 'placement', status: 409, code: 'placement.concurrent_update' },
})

it('a starting host writes its inventories even if placement answers at first with generation conflicts', async () => {
  let left = 2
  const before = async (moment: string): Promise<void> => {
    if (['placement setInventories', 'placement setTraits'].includes(moment) && left-- > 0)
      throw changedMeanwhile
  }
  await using cloud = await computeCloud(fakeHypervisor().hypervisors, before)
  assert.ok(left < 0)
  const [provider] = cloud.providers.values()
  assert.ok(Object.keys(provider?.inventories ?? {}).includes('VCPU'))
})

const hostWith = (options: NonNullable<CloudShape['options']>) =>
  computeCloud(fakeHypervisor().hypervisors, async () => {}, { options })

it('each configured allocation ratio replaces the initial ratio of its own resource only', async () => {
  const initial = { initial_cpu_allocation_ratio: 3, initial_ram_allocation_ratio: 2 }
  await using cloud = await hostWith({ ...initial, cpu_allocation_ratio: 16, disk_allocation_ratio: 1.5 })
  const [provider] = cloud.providers.values()
  const ratioOf = (resource: string) => provider?.inventories[resource]?.allocation_ratio
  assert.deepEqual(['VCPU', 'MEMORY_MB', 'DISK_GB'].map(ratioOf), [16, 2, 1.5])
})

it('the capacity of a host for claims is that of its node times the configured allocation ratios', () => {
  const node = { vcpus: 2, memoryMb: 1000, diskGb: 10 }
  const { DEFAULT } = defaultNovaConfig()
  const options = { ...DEFAULT, cpu_allocation_ratio: 1, ram_allocation_ratio: 2, reserved_host_memory_mb: 0 }
  assert.deepEqual(capacityOf(node, options), { vcpus: 2, memoryMb: 2000, diskGb: 10 })
})

it('a new compute service starts disabled, with a reason, if enable_new_services is off', async () => {
  const serviceOf = async (options: NonNullable<CloudShape['options']>) => {
    await using cloud = await hostWith(options)
    const [, cell1] = cloud.everyCell
    const [service] = await services(await cloud.databases.cell(cell1?.id ?? ''), cloud.setup.clock).list({
      binary: 'nova-compute',
    })
    return { disabled: service?.disabled, reason: service?.disabled_reason }
  }
  assert.deepEqual(await serviceOf({}), { disabled: 0, reason: null })
  assert.deepEqual(await serviceOf({ enable_new_services: false }), {
    disabled: 1,
    reason: 'New compute service disabled due to config option.',
  })
})

/** Boots and deletes a server on a host that reports once an hour, and expects both in the usage of its node. */
const seesUsage = async (shape: CloudShape) => {
  await using cloud = await computeCloud(fakeHypervisor().hypervisors, async () => {}, {
    reportInterval: 3600,
    ...shape,
  })
  const [, cell1] = cloud.everyCell
  const nodes = computeNodes(await cloud.databases.cell(cell1?.id ?? ''), cloud.setup.clock)
  const isUsed = (expected: readonly (readonly number[])[]) =>
    eventually(async () => {
      const seen = (await nodes.list()).map((row) => [row.vcpus_used, row.memory_mb_used, row.running_vms])
      assert.deepEqual(seen, expected)
    })
  const server = await cloud.boot()
  await cloud.settled()
  await isUsed([[1, 512, 1]])
  await cloud.remove(server)
  await cloud.settled()
  await isUsed([[0, 0, 0]])
}

it('a host updates its usage soon after a server is built or deleted, long before its next report', () =>
  seesUsage({}))

it('a host sends a full report instead if its conductors do not know the usage message yet', () =>
  seesUsage({ knownToHosts: { 'conductor-for-hosts': '1.3' } }))
