import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

const newest = { 'openstack-api-version': 'volume 3.71' }

// A guest whose volume is disconnected from the host while it is attached may read from whatever the device leads to next.
test('the attachment of a server volume can be deleted by compute only; the volume API gives 409', async () => {
  await using cloud = await startTestCloud()
  const ada = await cloud.person('ada')
  const flavorRef = await makeFlavor(cloud.admin)
  const id = await bootServer(ada, { flavorRef, imageRef: await makeImage(ada), networks: 'none' })
  await serverInStatus(ada, id, 'ACTIVE')
  const volumeId = await makeVolume(ada)
  const path = `/servers/${id}/os-volume_attachments`
  const attached = await ada.compute.post(path, { volumeAttachment: { volumeId } })
  assert.equal(attached.status, 202, JSON.stringify(attached.body))
  await volumeInStatus(ada, volumeId, 'in-use')
  const { volume } = (await ada.volume.get(`/v3/volumes/${volumeId}`)).body
  const attachment = `/v3/attachments/${volume.attachments[0].attachment_id}`
  for (const { volume: door } of [ada, cloud.admin]) {
    const refused = await door.delete(attachment, newest)
    assert.equal(refused.status, 409, JSON.stringify(refused.body))
    assert.equal((await door.post(`/v3/volumes/${volumeId}/action`, { 'os-detach': {} })).status, 409)
  }
  assert.equal((await ada.compute.delete(`${path}/${volumeId}`)).status, 202)
  await volumeInStatus(ada, volumeId, 'available')
})
