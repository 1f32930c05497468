import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume } from '@nimbo/testkit/make-volume'
import { act, bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

test('swap and ephemeral disks are made on the host, and a volume gets the device name after them', async () => {
  await using cloud = await startTestCloud()
  const ada = await cloud.person('ada')
  const imageRef = await makeImage(ada)
  const flavorRef = await makeFlavor(cloud.admin, { ephemeral: 4, swap: 128 })
  const consoleOf = async (id: string): Promise<string> =>
    (await ada.compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })).body.output

  const plain = await bootServer(ada, { imageRef, flavorRef })
  await serverInStatus(ada, plain, 'ACTIVE')
  assert.match(
    await consoleOf(plain),
    /ephemeral disk \(ext4\) of 4096 MB as \/dev\/vdb, swap of 128 MB as \/dev\/vdc/,
  )
  const volumeAttachment = { volumeId: await makeVolume(ada) }
  const volumes = `/servers/${plain}/os-volume_attachments`
  assert.equal((await ada.compute.post(volumes, { volumeAttachment })).status, 202)
  await cloud.settled()
  const [attached] = (await ada.compute.get(volumes)).body.volumeAttachments
  assert.equal(attached.device, '/dev/vdd')

  const local = { source_type: 'blank', destination_type: 'local', boot_index: -1 }
  const asked = await bootServer(ada, {
    ...{ imageRef, flavorRef },
    block_device_mapping_v2: [
      { boot_index: 0, source_type: 'image', destination_type: 'local', uuid: imageRef },
      { ...local, volume_size: 1, guest_format: 'xfs' },
      { ...local, volume_size: 64, guest_format: 'swap' },
    ],
  })
  await serverInStatus(ada, asked, 'ACTIVE')
  const made = /ephemeral disk \(xfs\) of 1024 MB as \/dev\/vdb, swap of 64 MB as \/dev\/vdc\n/
  assert.match(await consoleOf(asked), made)
  await act(ada, asked, { reboot: { type: 'HARD' } })
  await serverInStatus(ada, asked, 'ACTIVE')
  assert.match(await consoleOf(asked), made)
})
