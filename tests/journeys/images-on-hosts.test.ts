import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** Only in the embedded cloud, because this lists the image cache of the hosts. */
test('an image is removed from the image cache once no server on any host uses it, and not before', async () => {
  await using cloud = await startTestCloud({
    hosts: 2,
    environment: {
      OS_IMAGE_CACHE__MANAGER_INTERVAL: '1',
      OS_IMAGE_CACHE__REMOVE_UNUSED_ORIGINAL_MINIMUM_AGE_SECONDS: '1',
    },
  })
  const { admin } = cloud
  const flavorRef = await makeFlavor(admin)
  const [kept, unused] = [await makeImage(admin), await makeImage(admin)]
  const boot = (imageRef: string, host: string) =>
    bootServer(admin, { imageRef, flavorRef, hypervisor_hostname: host })
  const [here, there, goes] = [
    await boot(kept, 'fake-1'),
    await boot(unused, 'fake-2'),
    await boot(unused, 'fake-1'),
  ]
  for (const id of [here, there, goes]) await serverInStatus(admin, id, 'ACTIVE')
  const cached = async () => (await readdir(join(cloud.directory, 'image-cache'))).toSorted()
  const remove = async (id: string) => {
    assert.equal((await admin.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(admin, id)
  }
  await remove(goes)
  assert.deepEqual(await cached(), [kept, unused].toSorted(), 'a server on the other host still uses it')
  await remove(there)
  await eventually(async () => assert.deepEqual(await cached(), [kept]))
})
