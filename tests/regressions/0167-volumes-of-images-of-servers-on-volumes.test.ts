import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** The image of a server that boots from a volume has no data but refers to snapshots, and volumes made from it were empty. */
test('a volume from the image of a volume-booted server is made from the snapshot of its disk', async () => {
  await using cloud = await startTestCloud()
  const ada = await cloud.person('ada')
  const [flavorRef, uuid] = await Promise.all([makeFlavor(cloud.admin), makeImage(ada)])
  const disk = { boot_index: 0, uuid, source_type: 'image', destination_type: 'volume', volume_size: 1 }
  const id = await bootServer(ada, {
    ...{ flavorRef, imageRef: '', networks: 'none' },
    block_device_mapping_v2: [disk],
  })
  await serverInStatus(ada, id, 'ACTIVE')
  const taken = await ada.compute.post(`/servers/${id}/action`, { createImage: { name: 'copy' } })
  assert.equal(taken.status, 202, JSON.stringify(taken.body))
  const snapshot = await eventually(async () => {
    const [taking] = (await ada.volume.get('/v3/snapshots')).body.snapshots
    assert.equal(taking?.status, 'available')
    return taking
  })

  const volume = { imageRef: taken.body.image_id }
  const latest = { 'openstack-api-version': 'volume 3.46' }
  const made = await ada.volume.post('/v3/volumes', { volume }, latest)
  assert.equal(made.status, 202, JSON.stringify(made.body))
  await volumeInStatus(ada, made.body.volume.id, 'available')
  const copy = (await ada.volume.get(`/v3/volumes/${made.body.volume.id}`)).body.volume
  assert.deepEqual([copy.snapshot_id, copy.size, copy.bootable], [snapshot.id, 1, 'true'])
})
