import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { makeVolume, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const asAdmin = { as: 'admin:admin', version: '3.71' }

const act = (cloud: VolumeCloud, id: string, body: object, asked = asAdmin) =>
  cloud.send('POST', `/v3/volumes/${id}/action`, body, asked)

const shown = async (cloud: VolumeCloud, id: string) =>
  (await cloud.send('GET', `/v3/volumes/${id}`, undefined, asAdmin)).body.volume

test('os-migrate_volume_completion moves the attachments to the new volume', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const [from, to] = [await makeVolume(cloud), await makeVolume(cloud)]
  const server = randomUUID()
  const attached = { 'os-attach': { instance_uuid: server, mountpoint: '/dev/vdb', mode: 'rw' } }
  assert.equal((await act(cloud, from, attached)).status, 202)
  const over = (error: boolean) =>
    act(cloud, from, { 'os-migrate_volume_completion': { new_volume: to, error } })

  const failed = await over(true)
  assert.deepEqual([failed.status, failed.body], [202, { save_volume_id: to }])
  assert.equal((await shown(cloud, from)).status, 'in-use')

  assert.deepEqual((await over(false)).body, { save_volume_id: to })
  const [left, taken] = [await shown(cloud, from), await shown(cloud, to)]
  assert.deepEqual([left.status, left.attachments], ['available', []])
  assert.deepEqual(
    [taken.status, taken.attachments[0].server_id, taken.attachments[0].device],
    ['in-use', server, '/dev/vdb'],
  )

  const db = await cloud.database()
  await db.updateTable('volumes').set({ migration_status: 'migrating' }).where('id', '=', from).execute()
  const moving = await over(false)
  assert.deepEqual(
    [moving.status, moving.body.badRequest.message],
    [400, 'Invalid volume: Destination volume not mid-migration.'],
  )
  const none = { 'os-migrate_volume_completion': { new_volume: randomUUID() } }
  assert.equal((await act(cloud, to, none)).status, 404)
  assert.equal((await cloud.send('POST', `/v3/volumes/${to}/action`, none, { version: '3.71' })).status, 403)
})

test('os-extend_volume_completion is refused for a volume that is not extending', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  const completion = { 'os-extend_volume_completion': { error: false } }
  const { status, body } = await act(cloud, id, completion)
  assert.equal(status, 400)
  assert.match(body.badRequest.message, /status must be extending, but current status is: available/)
  assert.equal((await act(cloud, id, completion, { as: 'admin:admin', version: '3.70' })).status, 404)
  assert.equal((await shown(cloud, id)).size, 1)
})

test('the workers cleanup sets volumes that a failed service left extending to error_extending', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const [left, other] = [await makeVolume(cloud), await makeVolume(cloud)]
  const db = await cloud.database()
  const leave = async (): Promise<void> => {
    await db.updateTable('volumes').set({ status: 'extending' }).where('id', 'in', [left, other]).execute()
  }
  const clean = (body: object, asked = asAdmin) => cloud.send('POST', '/v3/workers/cleanup', body, asked)
  const statuses = async () => [(await shown(cloud, left)).status, (await shown(cloud, other)).status]

  await leave()
  const nobody = await clean({})
  assert.deepEqual([nobody.status, nobody.body], [202, { cleaning: [], unavailable: [] }])
  assert.deepEqual(await statuses(), ['extending', 'extending'])

  await cloud.beforeHostIsHeardOf(async () => {
    const one = await clean({ resource_id: left, resource_type: 'Volume' })
    assert.deepEqual(
      one.body.cleaning.map(({ binary }: { binary: string }) => binary),
      ['cinder-volume'],
    )
    assert.deepEqual(await statuses(), ['error_extending', 'extending'])
    assert.deepEqual((await clean({ host: 'nowhere' })).body.cleaning, [])
    assert.deepEqual(await statuses(), ['error_extending', 'extending'])
    await clean({ binary: 'cinder-volume', resource_type: 'Volume' })
    assert.deepEqual(await statuses(), ['error_extending', 'error_extending'])
  })
  assert.equal((await clean({ resource_id: left })).status, 400)
  assert.equal((await clean({}, { as: 'ann:p', version: '3.71' })).status, 403)
  assert.equal((await clean({}, { as: 'admin:admin', version: '3.23' })).status, 404)
})
