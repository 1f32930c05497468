import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** A server that booted from a volume was placed and built as if the image on the volume had no properties. */
test('a server boots from a volume on a host that the image on it fits, however the volume is given', async () => {
  await using cloud = await startTestCloud()
  const { admin } = cloud
  const flavorRef = await makeFlavor(admin, { disk: 0 })

  const onVolumes = async (properties: Readonly<Record<string, string>>) => {
    const image = await makeImage(admin, { properties })
    const order = { name: 'root', size: 1, imageRef: image }
    const { id: volume } = (await admin.volume.post('/v3/volumes', { volume: order })).body.volume
    await volumeInStatus(admin, volume, 'available')
    const { id: snapshot } = (
      await admin.volume.post('/v3/snapshots', { snapshot: { volume_id: volume, name: 'root' } })
    ).body.snapshot
    await eventually(async () => {
      const { body } = await admin.volume.get(`/v3/snapshots/${snapshot}`)
      assert.equal(body.snapshot.status, 'available')
    })
    const root = { boot_index: 0, destination_type: 'volume', delete_on_termination: true }
    return [
      { ...root, source_type: 'snapshot', uuid: snapshot },
      { ...root, source_type: 'image', uuid: image, volume_size: 1 },
      { ...root, source_type: 'volume', uuid: volume },
    ]
  }
  const boot = (disk: object) => bootServer(admin, { flavorRef, block_device_mapping_v2: [disk] })

  for (const disk of await onVolumes({ hw_vm_mode: 'xen' })) {
    const { fault } = await serverInStatus(admin, await boot(disk), 'ERROR')
    assert.match(fault?.details ?? '', /the image needs xen/)
  }
  for (const disk of await onVolumes({ hw_vm_mode: 'hvm' }))
    await serverInStatus(admin, await boot(disk), 'ACTIVE')
})
