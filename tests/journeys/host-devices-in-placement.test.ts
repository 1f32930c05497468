// Hosts with the fake hypervisor have PCI devices only if a test gives them some, which only the embedded cloud lets it do.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CloudWithDevices, startCloudWithDevices } from '@nimbo/testkit/cloud-with-devices'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { showServer } from '@nimbo/testkit/servers'
import type { TestCloud } from '@nimbo/testkit/start-test-cloud'
import { eventually } from '@nimbo/testing/eventually'
import type { Loose } from '@nimbo/testing/loose'

const gpu = { vendorId: '10de', type: 'type-PCI' } as const
const pciDevices = [
  { ...gpu, address: '0000:06:00.0', productId: '1eb8' },
  { ...gpu, address: '0000:07:00.0', productId: '1eb8' },
  { ...gpu, address: '0000:3b:00.0', productId: '2235', mdevTypes: [{ id: 'nvidia-35', instances: 16 }] },
]

const environment = {
  OS_PCI__DEVICE_SPEC: JSON.stringify([
    { address: '*:06:*', traits: 'fast', product_id: '1eb8' },
    { address: '*:07:*', product_id: '1eb8' },
  ]),
  OS_PCI__ALIAS: JSON.stringify([
    { name: 't4', vendor_id: '10de', product_id: '1eb8' },
    { name: 'fast', vendor_id: '10de', product_id: '1eb8', traits: 'fast' },
  ]),
  OS_PCI__REPORT_IN_PLACEMENT: 'true',
  OS_FILTER_SCHEDULER__PCI_IN_PLACEMENT: 'true',
  OS_FILTER_SCHEDULER__ENABLED_FILTERS: 'ComputeFilter,PciPassthroughFilter',
  OS_DEVICES__ENABLED_MDEV_TYPES: 'nvidia-35',
  OS_MDEV_NVIDIA_35__MAX_INSTANCES: '2',
}
const deviceClass = 'CUSTOM_PCI_10DE_1EB8'

describe('PCI devices and virtual GPUs of hosts in placement', () => {
  let devices: CloudWithDevices
  let cloud: TestCloud

  before(async () => {
    devices = await startCloudWithDevices({ hosts: 1, pciDevices, environment })
    cloud = devices.cloud
  })
  after(() => devices[Symbol.asyncDispose]())

  const flavor = (name: string, extraSpecs: Readonly<Record<string, string>>): Promise<string> =>
    makeFlavor(cloud.admin, { name, extraSpecs })
  const boot = (flavorRef: string, status?: string): Promise<string> => devices.boot({ flavorRef }, status)
  const providers = async (): Promise<ReadonlyMap<string, string>> => {
    const { body } = await cloud.admin.placement.get('/resource_providers')
    return new Map(body.resource_providers.map(({ name, uuid }: Loose) => [name, uuid]))
  }
  const heldOn = async (id: string, provider: string): Promise<Loose> => {
    const { allocations } = (await cloud.admin.placement.get(`/allocations/${id}`)).body
    return allocations[(await providers()).get(provider) ?? '']?.resources
  }

  it('are resource providers below the provider of their host, with inventories and traits', async () => {
    const found = await eventually(async () => {
      const all = await providers()
      assert.ok(all.has('fake-1_0000:06:00.0'), [...all.keys()].join(', '))
      return all
    })
    assert.ok(found.has('fake-1_0000:07:00.0'))
    const device = found.get('fake-1_0000:06:00.0')
    const { inventories } = (await cloud.admin.placement.get(`/resource_providers/${device}/inventories`))
      .body
    assert.equal(inventories[deviceClass].total, 1)
    const { traits } = (
      await cloud.admin.placement.get(`/resource_providers/${device}/traits`, {
        'openstack-api-version': 'placement 1.6',
      })
    ).body
    assert.deepEqual([...traits].sort(), ['COMPUTE_MANAGED_PCI_DEVICE', 'CUSTOM_FAST'])
    const vgpus = found.get('fake-1_pci_0000_3b_00_0')
    const shown = (await cloud.admin.placement.get(`/resource_providers/${vgpus}/inventories`)).body
    assert.equal(shown.inventories.VGPU.total, 2)
  })

  it('are allocated on the provider with the requested trait, and freed when the server is deleted', async () => {
    const fast = await boot(await flavor('fast', { 'pci_passthrough:alias': 'fast:1' }))
    assert.equal((await heldOn(fast, 'fake-1_0000:06:00.0'))[deviceClass], 1)
    const refused = await boot(await flavor('two', { 'pci_passthrough:alias': 't4:2' }), 'ERROR')
    const { fault } = await showServer(cloud.admin, refused)
    assert.match(fault?.details ?? '', /Placement offered 0 hosts/)
    await devices.remove(fast)
    const both = await boot(await flavor('both', { 'pci_passthrough:alias': 't4:2' }))
    for (const bus of ['06', '07'])
      assert.equal((await heldOn(both, `fake-1_0000:${bus}:00.0`))[deviceClass], 1)
    await devices.remove(refused, both)
  })

  it('are given out as virtual GPUs, up to the configured maximum', async () => {
    const vgpu = await flavor('vgpu', { 'resources:VGPU': '1' })
    const [first, second] = [await boot(vgpu), await boot(vgpu)]
    assert.equal((await heldOn(first, 'fake-1_pci_0000_3b_00_0')).VGPU, 1)
    const third = await boot(vgpu, 'ERROR')
    await devices.remove(first)
    const fourth = await boot(vgpu)
    const mediated = /mediated device [0-9a-f-]{36} of type nvidia-35 on 0000:3b:00\.0/
    assert.match(await devices.lastLine(fourth, mediated), mediated)
    await devices.remove(second, third, fourth)
  })
})
