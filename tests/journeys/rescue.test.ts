import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { act, bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'

inEachShape('the rescue of a server on a volume', { distributedByName: true }, (cloud) => {
  it('boots a disk beside that volume, as its image says, and the volume again afterwards', async () => {
    const ada = await cloud().person('ada')
    const [flavorRef, imageRef] = [await makeFlavor(cloud().admin), await makeImage(ada)]
    const properties = { hw_rescue_device: 'cdrom', hw_rescue_bus: 'usb' }
    const cd = await makeImage(ada, { name: 'rescue', properties })
    const root = {
      ...{ boot_index: 0, source_type: 'image', destination_type: 'volume', uuid: imageRef },
      ...{ volume_size: 1, delete_on_termination: true },
    }
    const id = await bootServer(ada, { flavorRef, block_device_mapping_v2: [root] })
    await serverInStatus(ada, id, 'ACTIVE')
    const attachments = async () =>
      (await ada.compute.get(`/servers/${id}/os-volume_attachments`)).body.volumeAttachments
    const before = await attachments()
    const rescueFrom = (rescue_image_ref: string) =>
      ada.compute.post(`/servers/${id}/action`, { rescue: { rescue_image_ref } })
    const console = async () =>
      (await ada.compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })).body.output

    const refused = await rescueFrom(imageRef)
    assert.deepEqual(
      [refused.status, refused.body.badRequest.message],
      [400, `Instance ${id} cannot be rescued: Cannot rescue a volume-backed instance`],
    )
    assert.equal((await rescueFrom(cd)).status, 200)
    await serverInStatus(ada, id, 'RESCUE')
    assert.match(await console(), /from its rescue disk, a cdrom on usb beside its own;.*\n$/)
    assert.deepEqual(await attachments(), before)
    await act(ada, id, { unrescue: null })
    await serverInStatus(ada, id, 'ACTIVE')
    assert.match(await console(), /from its own disk again;.*\n$/)
    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
  })
})
