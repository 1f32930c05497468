import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { eventually } from '@nimbo/testing/eventually'
import { makeVolume, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const volumeStatus = async (cloud: VolumeCloud, id: string): Promise<string> =>
  (await cloud.send('GET', `/v3/volumes/${id}`)).body.volume.status

const takeSnapshot = async (cloud: VolumeCloud, volumeId: string): Promise<string> => {
  const taken = await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id: volumeId } })
  assert.equal(taken.status, 202)
  await cloud.settled()
  return taken.body.snapshot.id
}

test('force-deleting a snapshot while it is being created leaves no snapshot', async () => {
  const backend = fakeVolumes()
  const [begun, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isDropped = false
  await using cloud = await startVolumeCloud({
    ...backend,
    snapshots: {
      ...backend.snapshots,
      create: async (...input) => {
        begun.resolve()
        await open.promise
        await backend.snapshots.create(...input)
      },
      remove: (...input) => {
        isDropped = true
        return backend.snapshots.remove(...input)
      },
    },
  })
  const volume_id = await makeVolume(cloud)
  const { id } = (await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id } })).body.snapshot
  await begun.promise
  const force = { 'os-force_delete': {} }
  const { status } = await cloud.send('POST', `/v3/snapshots/${id}/action`, force, { as: 'admin:admin' })
  assert.equal(status, 202)
  const db = await cloud.database()
  await eventually(async () => {
    const cancelled = await db.selectFrom('flows').select('id').where('cancelled', 'is not', null).execute()
    assert.ok(isDropped || cancelled.length === 1)
  })
  open.resolve()
  await eventually(async () => assert.equal((await cloud.send('GET', `/v3/snapshots/${id}`)).status, 404))
  await cloud.settled()
  assert.deepEqual([...backend.snapshotted], [])
})

test('a starting scheduler sets volumes and snapshots whose flow is lost to error, and leaves the others', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const wanted = {
    creating: 'error',
    downloading: 'error',
    deleting: 'error_deleting',
    extending: 'error_extending',
    available: 'available',
    maintenance: 'maintenance',
  }
  const db = await cloud.database()
  const left: { readonly id: string; readonly becomes: string }[] = []
  for (const [status, becomes] of Object.entries(wanted)) {
    const id = await makeVolume(cloud)
    await db.updateTable('volumes').set({ status }).where('id', '=', id).execute()
    left.push({ id, becomes })
  }
  const volume = await makeVolume(cloud)
  const [lost, kept] = [await takeSnapshot(cloud, volume), await takeSnapshot(cloud, volume)]
  await db.updateTable('snapshots').set({ status: 'creating' }).where('id', '=', lost).execute()

  await cloud.beforeHostIsHeardOf(async () => {
    const { body } = await cloud.send('POST', '/v3/volumes', { volume: { size: 1 } })
    await cloud.addScheduler()
    for (const { id, becomes } of left) assert.equal(await volumeStatus(cloud, id), becomes)
    assert.equal(await volumeStatus(cloud, body.volume.id), 'creating')
  })
  const { body } = await cloud.send('GET', '/v3/snapshots/detail')
  const statuses = new Map(
    body.snapshots.map((each: { id: string; status: string }) => [each.id, each.status]),
  )
  assert.deepEqual([statuses.get(lost), statuses.get(kept)], ['error', 'available'])
})
