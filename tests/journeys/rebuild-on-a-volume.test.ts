import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { eventually } from '@nimbo/testing/eventually'
import { act, bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'

inEachShape('the rebuild of a server on a volume', { distributedByName: true }, (cloud) => {
  it('writes the new image to the volume, which the server keeps', async () => {
    const ada = await cloud().person('ada')
    const [flavorRef, imageRef] = [await makeFlavor(cloud().admin), await makeImage(ada)]
    const other = await makeImage(ada, { name: 'other', properties: { os_distro: 'debian' } })
    const root = {
      ...{ boot_index: 0, source_type: 'image', destination_type: 'volume', uuid: imageRef },
      ...{ volume_size: 1, delete_on_termination: true },
    }
    const id = await bootServer(ada, { flavorRef, block_device_mapping_v2: [root] })
    await serverInStatus(ada, id, 'ACTIVE')
    const attached = async () =>
      (await ada.compute.get(`/servers/${id}/os-volume_attachments`)).body.volumeAttachments
    const [{ volumeId, attachment_id: before }] = await attached()
    const rebuild = (minor: number, image = other) =>
      ada.compute.post(
        `/servers/${id}/action`,
        { rebuild: { imageRef: image } },
        { 'openstack-api-version': `compute 2.${minor}` },
      )
    assert.equal((await rebuild(92)).status, 400)

    // A volume without encryption cannot have it.
    const properties = { cinder_encryption_key_id: '33333333-3333-4333-8333-333333333333' }
    assert.equal((await rebuild(93, await makeImage(ada, { properties }))).status, 202)
    await serverInStatus(ada, id, 'ERROR')
    const [{ attachment_id: kept }] = await attached()
    const { attachments } = (await cloud().admin.volume.get('/v3/attachments?all_tenants=1')).body
    assert.deepEqual(
      attachments.map((one: { readonly id: string; readonly status: string }) => [one.id, one.status]),
      [[kept, 'reserved']],
    )

    assert.equal((await rebuild(93)).status, 202)
    await serverInStatus(ada, id, 'ACTIVE')
    const [after, ...others] = await attached()
    assert.deepEqual([after.volumeId, others], [volumeId, []])
    assert.notEqual(after.attachment_id, before)
    const { volume } = (await ada.volume.get(`/v3/volumes/${volumeId}`)).body
    assert.deepEqual(
      [volume.status, volume.volume_image_metadata.image_id, volume.attachments.length],
      ['in-use', other, 1],
    )
    await act(ada, id, { reboot: { type: 'HARD' } })
    await serverInStatus(ada, id, 'ACTIVE')
    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
    await eventually(async () => assert.equal((await ada.volume.get(`/v3/volumes/${volumeId}`)).status, 404))
  })
})
