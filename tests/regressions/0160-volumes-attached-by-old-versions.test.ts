import assert from 'node:assert/strict'
import { it } from 'node:test'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

// Attributes of later microversions were accepted in older ones, and partly ignored.
it('refuses tag, delete_on_termination and multiattach volumes in microversions before they exist', async () => {
  await using cloud = await startTestCloud()
  const ada = await cloud.person('ada')
  const imageRef = await makeImage(ada)
  const id = await bootServer(ada, { imageRef, flavorRef: await makeFlavor(cloud.admin), networks: 'none' })
  await serverInStatus(ada, id, 'ACTIVE')
  const attach = async (version: string, volumeAttachment: object): Promise<string> => {
    const headers = { 'openstack-api-version': `compute ${version}` }
    const path = `/servers/${id}/os-volume_attachments`
    const { status, body } = await ada.compute.post(path, { volumeAttachment }, headers)
    assert.equal(status, 400, JSON.stringify(body))
    return body.badRequest.message
  }
  const volumeId = await makeVolume(ada)
  await volumeInStatus(ada, volumeId, 'available')
  assert.match(await attach('2.48', { volumeId, tag: 'data' }), /'tag' was unexpected/)
  assert.match(await attach('2.78', { volumeId, delete_on_termination: true }), /'delete_on_termination' was/)

  const volume_type = { name: 'shared', extra_specs: { multiattach: '<is> True' } }
  assert.equal((await cloud.admin.volume.post('/v3/types', { volume_type })).status, 200)
  const made = await ada.volume.post('/v3/volumes', { volume: { size: 1, volume_type: 'shared' } })
  const shared = made.body.volume.id
  await volumeInStatus(ada, shared, 'available')
  const message = 'Multiattach volumes are only supported starting with compute API version 2.60.'
  assert.equal(await attach('2.59', { volumeId: shared }), message)
})
