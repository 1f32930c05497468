// Hosts with the fake hypervisor have PCI devices only if a test gives them some, which only the embedded cloud lets it do.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CloudWithDevices, startCloudWithDevices } from '@nimbo/testkit/cloud-with-devices'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { act, serverInStatus, showServer } from '@nimbo/testkit/servers'

const gpu = { vendorId: '10de', productId: '1eb8', type: 'type-PCI' } as const
const pciDevices = [
  { ...gpu, address: '0000:06:00.0', numaNode: 0 },
  { ...gpu, address: '0000:07:00.0', numaNode: 1 },
  { ...gpu, address: '0000:08:00.0', vendorId: '8086' },
]

const environment = {
  OS_PCI__DEVICE_SPEC: JSON.stringify({ vendor_id: '10de', address: '*:*:00.*' }),
  OS_PCI__ALIAS: JSON.stringify([{ name: 't4', vendor_id: '10de', product_id: '1eb8' }]),
  OS_FILTER_SCHEDULER__ENABLED_FILTERS: 'ComputeFilter,PciPassthroughFilter',
}

describe('servers with PCI devices', () => {
  let devices: CloudWithDevices
  let one = ''
  let two = ''

  before(async () => {
    devices = await startCloudWithDevices({ hosts: 2, pciDevices, environment })
    one = await flavor('t4:1')
    two = await flavor('t4:2')
  })
  after(() => devices[Symbol.asyncDispose]())

  const flavor = (alias: string): Promise<string> =>
    makeFlavor(devices.cloud.admin, { name: alias, extraSpecs: { 'pci_passthrough:alias': alias } })
  const boot = (flavorRef: string, status?: string): Promise<string> => devices.boot({ flavorRef }, status)
  const devicesOf = async (id: string): Promise<readonly string[]> => {
    const defined = await devices.lastLine(id, /domain defined/)
    return [...defined.matchAll(/PCI device (\S+?)(?=,|$)/g)].map(([, address = '']) => address)
  }

  it('get free devices of their host, and fail with the reason when no host has enough', async () => {
    const { cloud, hostOf, remove } = devices
    const [first, second] = [await boot(two), await boot(two)]
    assert.deepEqual(await devicesOf(first), ['0000:06:00.0', '0000:07:00.0'])
    assert.notEqual(await hostOf(first), await hostOf(second))

    const third = await boot(one, 'ERROR')
    const { fault } = await showServer(cloud.admin, third)
    assert.match(
      fault?.details ?? '',
      /PciPassthroughFilter: has 0 free PCI devices for the alias t4, and 1 is needed/,
    )
    await remove(first)
    const fourth = await boot(one)
    assert.deepEqual(await devicesOf(fourth), ['0000:06:00.0'])
    await remove(second, third, fourth)
  })

  it('are refused when their flavor names an unknown alias', async () => {
    const { ada, imageRef } = devices
    const order = { name: 'x', imageRef, flavorRef: await flavor('nothing:1'), networks: 'none' }
    const refused = await ada.compute.post('/servers', { server: order }, at37)
    assert.equal(refused.status, 400)
    assert.equal(refused.body.badRequest.message, 'PCI alias nothing is not defined')
  })

  it('get the devices of the new flavor in a resize, which frees the former ones when confirmed', async () => {
    const { ada, hostOf, remove } = devices
    const id = await boot(one)
    await act(ada, id, { resize: { flavorRef: two } })
    await serverInStatus(ada, id, 'VERIFY_RESIZE')
    assert.equal((await devicesOf(id)).length, 2)
    await act(ada, id, { revertResize: null })
    await serverInStatus(ada, id, 'ACTIVE')
    await act(ada, id, { resize: { flavorRef: two } })
    await serverInStatus(ada, id, 'VERIFY_RESIZE')
    await ada.compute.post(`/servers/${id}/action`, { confirmResize: null })
    await serverInStatus(ada, id, 'ACTIVE')
    const other = await boot(two)
    assert.notEqual(await hostOf(id), await hostOf(other), 'the devices of the source are free again')
    await remove(id, other)
  })
})

const at37 = { 'openstack-api-version': 'compute 2.37' }
