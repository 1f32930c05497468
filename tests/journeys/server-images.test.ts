import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'

inEachShape('images of servers', { distributedByName: true }, (cloud) => {
  let ada: Client
  let flavorRef = ''
  let imageRef = ''

  before(async () => {
    ada = await cloud().person('ada')
    flavorRef = await makeFlavor(cloud().admin, { disk: 1 })
    imageRef = await makeImage(ada)
  })

  /** Makes an image of a server, and waits until it can be booted from. */
  const imageOf = async (id: string): Promise<string> => {
    const reply = await ada.compute.post(`/servers/${id}/action`, { createImage: { name: 'copy' } })
    assert.equal(reply.status, 202, JSON.stringify(reply.body))
    const { image_id } = reply.body
    await eventually(async () => {
      const image = await ada.image.get(`/v2/images/${image_id}`)
      assert.equal(image.body.status, 'active', JSON.stringify(image.body))
    })
    await serverInStatus(ada, id, 'ACTIVE')
    return image_id
  }

  const ends = async (id: string): Promise<void> => {
    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
  }

  it('are snapshots with the properties of the server, from which other servers boot', async () => {
    const id = await bootServer(ada, { imageRef, flavorRef })
    await serverInStatus(ada, id, 'ACTIVE')
    const copy = await imageOf(id)
    const { body } = await ada.image.get(`/v2/images/${copy}`)
    const { image_type, base_image_ref, instance_uuid, owner, min_disk, container_format } = body
    assert.deepEqual(
      { image_type, base_image_ref, instance_uuid, owner, min_disk, container_format },
      {
        ...{ image_type: 'snapshot', base_image_ref: imageRef, instance_uuid: id },
        ...{ owner: ada.projectId, min_disk: 1, container_format: 'bare' },
      },
    )
    const again = await bootServer(ada, { imageRef: copy, flavorRef })
    await serverInStatus(ada, again, 'ACTIVE')
    await ends(again)
    await ends(id)
  })

  it('refer to snapshots of its volumes if it boots from volume, and other servers boot from these', async () => {
    const root = {
      ...{ boot_index: 0, source_type: 'image', destination_type: 'volume', uuid: imageRef },
      ...{ volume_size: 1, delete_on_termination: true },
    }
    const id = await bootServer(ada, { flavorRef, block_device_mapping_v2: [root] })
    await serverInStatus(ada, id, 'ACTIVE')
    const copy = await imageOf(id)
    // The image is active at once, its snapshots only when the volumes are copied.
    await eventually(async () => {
      const { body } = await ada.volume.get(`/v3/${ada.projectId}/snapshots/detail`)
      assert.deepEqual(
        body.snapshots.map(({ status }: { status: string }) => status),
        ['available'],
      )
    })
    const again = await bootServer(ada, { imageRef: copy, flavorRef })
    await serverInStatus(ada, again, 'ACTIVE')
    const volumes = await ada.compute.get(`/servers/${again}/os-volume_attachments`)
    assert.equal(volumes.body.volumeAttachments.length, 1)
    await ends(again)
    await ada.image.delete(`/v2/images/${copy}`)
  })
})
