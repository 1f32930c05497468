import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

/** Only the embedded cloud: its hypervisor waits. */
test('a build that its hypervisor never comes back from ends in time, and is removed when it does', async () => {
  const fake = fakeHypervisor()
  const [released, spawned] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hypervisors = fake.hypervisors.map(({ host, driver }) => {
    const spawn: typeof driver.spawning.spawn = async (order, plugged) => {
      await released.promise
      await driver.spawning.spawn(order, plugged)
      spawned.resolve()
    }
    return { host, driver: { ...driver, spawning: { ...driver.spawning, spawn } } }
  })
  await using cloud = await startTestCloud({
    ...{ drivers: withHypervisor({ ...fake, hypervisors }) },
    environment: { OS_DEFAULT__INSTANCE_BUILD_TIMEOUT: '1' },
  })
  const { admin } = cloud
  const id = await bootServer(admin, { imageRef: await makeImage(admin), flavorRef: await makeFlavor(admin) })
  const { fault } = await serverInStatus(admin, id, 'ERROR')
  assert.match(`${fault?.message}`, /aborted: the build took longer than 1 seconds/)
  assert.deepEqual((await admin.placement.get(`/allocations/${id}`)).body.allocations, {})
  assert.equal((await admin.compute.delete(`/servers/${id}`)).status, 204)
  await serverGone(admin, id)

  released.resolve()
  await spawned.promise
  const left = () => Promise.all(hypervisors.map(({ driver }) => driver.host.list()))
  await eventually(async () => assert.deepEqual((await left()).flat(), []))
})
