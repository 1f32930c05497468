import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** Only in the embedded cloud, because this lists the guests of the hypervisor driver. */
test('a host that was marked down destroys guests of servers deleted meanwhile once it is marked up', async () => {
  await using cloud = await startTestCloud()
  const { admin, drivers } = cloud
  const [host] = drivers.hypervisors
  assert.ok(host)
  const id = await bootServer(admin, { imageRef: await makeImage(admin), flavorRef: await makeFlavor(admin) })
  await serverInStatus(admin, id, 'ACTIVE')
  const [service] = (await admin.compute.get('/os-services?binary=nova-compute')).body.services
  const force = async (forced_down: boolean) =>
    assert.equal((await admin.compute.put(`/os-services/${service.id}`, { forced_down })).status, 200)
  await force(true)
  assert.equal((await admin.compute.delete(`/servers/${id}`)).status, 204)
  await serverGone(admin, id)
  assert.deepEqual(
    (await host.driver.host.list()).map((domain) => domain.id),
    [id],
  )
  await force(false)
  await eventually(async () => assert.deepEqual(await host.driver.host.list(), []))
})
