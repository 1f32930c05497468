import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** Makes a snapshot of a bootable volume. */
const makeSnapshot = async (person: Client, imageRef: string): Promise<string> => {
  const made = await person.volume.post('/v3/volumes', { volume: { size: 2, imageRef } })
  assert.equal(made.status, 202, JSON.stringify(made.body))
  const volume_id = made.body.volume.id
  await volumeInStatus(person, volume_id, 'available')
  const taken = await person.volume.post('/v3/snapshots', { snapshot: { volume_id } })
  assert.equal(taken.status, 202, JSON.stringify(taken.body))
  return taken.body.snapshot.id
}

const bootFrom = (snapshotId: string) => ({
  ...{ imageRef: '', networks: 'none' },
  block_device_mapping_v2: [
    { boot_index: 0, source_type: 'snapshot', destination_type: 'volume', uuid: snapshotId },
  ],
})

test('a server boots from a new volume of a snapshot of its project; one of another project is not found', async () => {
  await using cloud = await startTestCloud()
  const [ada, eve] = [await cloud.person('ada'), await cloud.person('eve')]
  const flavorRef = await makeFlavor(cloud.admin)
  const snapshotId = await makeSnapshot(ada, await makeImage(ada))
  await cloud.settled()
  const id = await bootServer(ada, { flavorRef, ...bootFrom(snapshotId) })
  await serverInStatus(ada, id, 'ACTIVE')
  const { volumeAttachments } = (await ada.compute.get(`/servers/${id}/os-volume_attachments`)).body
  const [{ volumeId }] = volumeAttachments
  const { volume } = (await ada.volume.get(`/v3/volumes/${volumeId}`)).body
  assert.deepEqual(
    [volume.snapshot_id, volume.size, volume.bootable, volume.status],
    [snapshotId, 2, 'true', 'in-use'],
  )

  const server = { name: 'stolen', flavorRef, ...bootFrom(snapshotId) }
  const refused = await eve.compute.post('/servers', { server })
  assert.deepEqual(
    [refused.status, refused.body],
    [
      400,
      {
        badRequest: {
          code: 400,
          message: `Snapshot ${snapshotId} could not be found.`,
        },
      },
    ],
  )
})
