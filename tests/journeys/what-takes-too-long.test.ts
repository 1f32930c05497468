import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { withDeadline } from '@nimbo/kernel/deadline'
import { eventually } from '@nimbo/testing/eventually'
import { heldBuilds } from '@nimbo/testkit/held-builds'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { act, bootServer, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

// Only in the embedded cloud, because this sets options of the services and replaces the hypervisor driver.

test('a rescued server is unrescued after rescue_timeout', async () => {
  await using cloud = await startTestCloud({ environment: { OS_DEFAULT__RESCUE_TIMEOUT: '1' } })
  const ada = await cloud.person('ada')
  const id = await bootServer(ada, {
    ...{ imageRef: await makeImage(ada), flavorRef: await makeFlavor(cloud.admin) },
  })
  await serverInStatus(ada, id, 'ACTIVE')
  assert.equal((await ada.compute.post(`/servers/${id}/action`, { rescue: {} })).status, 200)
  await eventually(async () => {
    const { body } = await ada.compute.get(`/servers/${id}/os-instance-actions`)
    const [last] = body.instanceActions
    assert.equal(last.action, 'unrescue')
  })
  await serverInStatus(ada, id, 'ACTIVE')
})

test('a build that takes longer than instance_build_timeout ends in ERROR and leaves nothing behind', async () => {
  const builds = heldBuilds()
  await using cloud = await startTestCloud({
    drivers: builds.drivers,
    environment: { OS_DEFAULT__INSTANCE_BUILD_TIMEOUT: '3' },
  })
  const { admin } = cloud
  const id = await bootServer(admin, { imageRef: await makeImage(admin), flavorRef: await makeFlavor(admin) })
  // The task state is "scheduling" before the build reaches a host, too.
  await withDeadline('the start of the build on a host', 60_000, builds.begun)
  await eventually(async () =>
    assert.equal((await showServer(admin, id))['OS-EXT-STS:task_state'], 'scheduling'),
  )
  builds.release()
  const { fault } = await serverInStatus(admin, id, 'ERROR')
  assert.match(`${fault?.message}`, /aborted: the build took longer than 3 seconds/)
  assert.deepEqual((await admin.placement.get(`/allocations/${id}`)).body.allocations, {})
  await eventually(async () => assert.deepEqual(await builds.guests(), []))
})

test('a soft reboot passes shutdown_timeout and reboot_timeout to the hypervisor', async () => {
  const fake = fakeHypervisor()
  const asked: unknown[][] = []
  const hypervisors = fake.hypervisors.map(({ host, driver }) => {
    const reboot: typeof driver.power.reboot = async (order, ...how) => {
      asked.push(how)
      await driver.power.reboot(order, ...how)
    }
    return { host, driver: { ...driver, power: { ...driver.power, reboot } } }
  })
  await using cloud = await startTestCloud({
    ...{ drivers: withHypervisor({ ...fake, hypervisors }) },
    environment: { OS_DEFAULT__REBOOT_TIMEOUT: '30', OS_DEFAULT__SHUTDOWN_TIMEOUT: '45' },
  })
  const { admin } = cloud
  const id = await bootServer(admin, { imageRef: await makeImage(admin), flavorRef: await makeFlavor(admin) })
  await serverInStatus(admin, id, 'ACTIVE')
  await act(admin, id, { reboot: { type: 'SOFT' } })
  await serverInStatus(admin, id, 'ACTIVE')
  assert.deepEqual(asked, [['soft', 45, 30]])
})
