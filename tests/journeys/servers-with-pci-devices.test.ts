// Fake hosts have PCI devices only where a test gives them some, so this story is told of the embedded cloud.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { act, bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

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
  let cloud: TestCloud
  let ada: Client
  let imageRef = ''
  let one = ''
  let two = ''

  before(async () => {
    cloud = await startTestCloud({
      environment,
      drivers: async (state) => ({
        ...(await fakeDrivers({ state, clock: systemClock, log: silentLog }, 2)),
        hypervisors: fakeHypervisor({ hosts: 2, pciDevices }).hypervisors,
      }),
    })
    ada = await cloud.person('ada')
    imageRef = await makeImage(ada)
    one = await flavor('t4:1')
    two = await flavor('t4:2')
  })
  after(() => cloud[Symbol.asyncDispose]())

  const flavor = (alias: string): Promise<string> =>
    makeFlavor(cloud.admin, { name: alias, extraSpecs: { 'pci_passthrough:alias': alias } })
  const boot = async (flavorRef: string, status = 'ACTIVE'): Promise<string> => {
    const id = await bootServer(ada, { imageRef, flavorRef })
    await serverInStatus(ada, id, status)
    return id
  }
  const remove = async (id: string): Promise<void> => {
    await ada.compute.delete(`/servers/${id}`)
    await serverGone(ada, id)
  }
  const devicesOf = async (id: string): Promise<readonly string[]> => {
    const shown = await ada.compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })
    const lines = String(shown.body.output).split('\n')
    return [
      ...(lines.findLast((line) => line.includes('domain defined')) ?? '').matchAll(
        /PCI device (\S+?)(?=,|$)/g,
      ),
    ].map(([, address = '']) => address)
  }
  const hostOf = async (id: string) => (await showServer(cloud.admin, id))['OS-EXT-SRV-ATTR:host'] ?? ''

  it('get them, until no host has any left, and say why then', async () => {
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
    for (const id of [second, third, fourth]) await remove(id)
  })

  it('are refused when their flavor names an unknown alias', async () => {
    const order = { name: 'x', imageRef, flavorRef: await flavor('nothing:1'), networks: 'none' }
    const refused = await ada.compute.post('/servers', { server: order }, at37)
    assert.equal(refused.status, 400)
    assert.equal(refused.body.badRequest.message, 'PCI alias nothing is not defined')
  })

  it('keep and change them as they are resized', async () => {
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
    assert.notEqual(await hostOf(id), await hostOf(other), 'what the source kept is free again')
    for (const each of [id, other]) await remove(each)
  })
})

const at37 = { 'openstack-api-version': 'compute 2.37' }
