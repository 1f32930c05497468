import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoOrphans, auditOf } from '@nimbo/testkit/audit'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

test('the audit finds nothing after servers were built, failed, attached volumes and were deleted', async () => {
  await using cloud = await startTestCloud({ hosts: 2 })
  const { admin } = cloud
  const ada = await cloud.person('ada')
  await assertNoOrphans(admin)

  const network = await makeNetwork(ada)
  const [flavorRef, hugeRef] = [
    await makeFlavor(admin),
    await makeFlavor(admin, { name: 'huge', disk: 1_000_000 }),
  ]
  const imageRef = await makeImage(ada)
  const networks = [{ uuid: network.id }]
  const fromVolume = {
    ...{ uuid: imageRef, source_type: 'image', destination_type: 'volume', volume_size: 1 },
    ...{ boot_index: 0, delete_on_termination: false },
  }
  const staying = await bootServer(ada, { imageRef, flavorRef, networks })
  const going = await bootServer(ada, { imageRef, flavorRef, networks })
  const volumeBacked = await bootServer(ada, { flavorRef, networks, block_device_mapping_v2: [fromVolume] })
  const failing = await bootServer(ada, { imageRef, flavorRef: hugeRef, networks })
  for (const id of [staying, going, volumeBacked]) await serverInStatus(ada, id, 'ACTIVE')
  await serverInStatus(ada, failing, 'ERROR')
  await assertNoOrphans(admin)

  const volumeId = await makeVolume(ada)
  const attached = await ada.compute.post(`/servers/${staying}/os-volume_attachments`, {
    volumeAttachment: { volumeId },
  })
  assert.equal(attached.status, 202)
  await volumeInStatus(ada, volumeId, 'in-use')
  for (const id of [going, volumeBacked, failing]) {
    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
  }
  await cloud.settled()
  await assertNoOrphans(admin)
  const { looked_at } = await auditOf(admin)
  assert.deepEqual(
    [looked_at.cells, looked_at.hosts, looked_at.servers, looked_at.ports, looked_at.attachments],
    [2, 2, 1, 1, 1],
  )
})

test('the audit reports no operation in progress as a leftover', async () => {
  await using cloud = await startTestCloud()
  const ada = await cloud.person('ada')
  const network = await makeNetwork(ada)
  const [flavorRef, imageRef] = [await makeFlavor(cloud.admin), await makeImage(ada)]
  const booting = Array.from({ length: 8 }, async () => {
    const id = await bootServer(ada, { imageRef, flavorRef, networks: [{ uuid: network.id }] })
    await serverInStatus(ada, id, 'ACTIVE')
    await ada.compute.delete(`/servers/${id}`)
    await serverGone(ada, id)
  })
  let busy = true
  const done = Promise.all(booting).finally(() => {
    busy = false
  })
  while (busy) await assertNoOrphans(cloud.admin)
  await done
})

test('only admins may run the audit, and a POST must ask for repair', async () => {
  await using cloud = await startTestCloud()
  const ada = await cloud.person('ada')
  assert.equal((await ada.compute.get('/nimbo-audit')).status, 403)
  assert.equal((await ada.compute.post('/nimbo-audit', { repair: true })).status, 403)
  assert.equal((await cloud.admin.compute.get('/nimbo-audit?grace=soon')).status, 400)
  assert.equal((await cloud.admin.compute.post('/nimbo-audit', {})).status, 400)
})
