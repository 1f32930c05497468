import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDeadline } from '@nimbo/kernel/deadline'
import { eventually } from '@nimbo/testing/eventually'
import { heldBuilds } from '@nimbo/testkit/held-builds'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** Only in the embedded cloud, because this replaces the hypervisor driver. */
test('a build whose hypervisor hangs times out to ERROR, and its guest is removed if it appears later', async () => {
  const builds = heldBuilds()
  await using cloud = await startTestCloud({
    drivers: builds.drivers,
    environment: { OS_DEFAULT__INSTANCE_BUILD_TIMEOUT: '3' },
  })
  const { admin } = cloud
  const id = await bootServer(admin, { imageRef: await makeImage(admin), flavorRef: await makeFlavor(admin) })
  await withDeadline('the start of the build on a host', 60_000, builds.begun)
  const { fault } = await serverInStatus(admin, id, 'ERROR')
  assert.match(`${fault?.message}`, /aborted: the build took longer than 3 seconds/)
  assert.deepEqual((await admin.placement.get(`/allocations/${id}`)).body.allocations, {})
  assert.equal((await admin.compute.delete(`/servers/${id}`)).status, 204)
  await serverGone(admin, id)

  builds.release()
  await withDeadline('the end of the build on a host', 60_000, builds.made)
  await eventually(async () => assert.deepEqual(await builds.guests(), []))
})
