import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { ownedDirectory } from '@nimbo/testing/owned-directory'

const gpu = { address: '0000:06:00.0', vendorId: '10de', productId: '1eb8', type: 'type-PCI' } as const

const at53 = { 'openstack-api-version': 'compute 2.53' }

/**
 * A host that started again kept the claims of servers which were deleted while it was away and of which it has no domain any
 * more, so that nobody could get their PCI devices.
 */
test('a restarted host without guests frees the PCI devices of servers deleted while it was away', async () => {
  await using directory = await ownedDirectory('nimbo-devices-')
  const start = (host: string, pciDevices: readonly (typeof gpu)[]) =>
    startTestCloud({
      stateDir: directory.path,
      environment: {
        OS_PCI__DEVICE_SPEC: JSON.stringify({ vendor_id: '10de' }),
        OS_PCI__ALIAS: JSON.stringify({ name: 't4', vendor_id: '10de', product_id: '1eb8' }),
        OS_FILTER_SCHEDULER__ENABLED_FILTERS: 'ComputeFilter,PciPassthroughFilter',
      },
      drivers: async (state) => ({
        ...(await fakeDrivers({ state, clock: systemClock, log: silentLog }, 1)),
        hypervisors: fakeHypervisor({ hosts: [host], pciDevices }).hypervisors,
      }),
    })
  const first = await start('away', [gpu])
  const extraSpecs = { 'pci_passthrough:alias': 't4:1' }
  const order = {
    imageRef: await makeImage(first.admin),
    flavorRef: await makeFlavor(first.admin, { name: 'gpu', extraSpecs }),
  }
  const lost = await bootServer(first.admin, order)
  await serverInStatus(first.admin, lost, 'ACTIVE')
  await first.stop()

  const second = await start('other', [])
  const { services } = (await second.admin.compute.get('/os-services?host=away', at53)).body
  const setDown = (forced_down: boolean) =>
    second.admin.compute.put(`/os-services/${services[0].id}`, { forced_down }, at53)
  assert.equal((await setDown(true)).status, 200)
  assert.equal((await second.admin.compute.delete(`/servers/${lost}`)).status, 204)
  await serverGone(second.admin, lost)
  await setDown(false)
  await second.stop()

  await using third = await start('away', [gpu])
  const next = await bootServer(third.admin, order)
  await serverInStatus(third.admin, next, 'ACTIVE')
})
