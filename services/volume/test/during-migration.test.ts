import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { type FakeVolumes, fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { image, makeVolume, type Reply, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

/** What is asked of a volume while it migrates without being locked. */
const asAdmin = { as: 'admin:admin', version: '3.71' }
const asNova = { as: 'admin:service', version: '3.71' }
const act = (cloud: VolumeCloud, id: string, body: object): Promise<Reply> =>
  cloud.send('POST', `/v3/volumes/${id}/action`, body, asAdmin)

/** A back end that runs `meanwhile` once, after it has copied a volume of another back end and before it returns. */
const slowToCopy = (): FakeVolumes & { meanwhile: () => Promise<unknown> } => {
  const backend = fakeVolumes({ name: 'second' })
  const slow = {
    ...backend,
    meanwhile: async (): Promise<unknown> => undefined,
    volumes: {
      ...backend.volumes,
      createFromConnection: async (...asked: Parameters<FakeVolumes['volumes']['createFromConnection']>) => {
        await backend.volumes.createFromConnection(...asked)
        await slow.meanwhile()
      },
    },
  }
  return slow
}

const migrate = async (cloud: VolumeCloud, id: string): Promise<void> => {
  const { status, body } = await act(cloud, id, { 'os-migrate_volume': { host: 'one@second#second' } })
  assert.equal(status, 202, JSON.stringify(body))
  await cloud.settled()
}

const placeOf = async (cloud: VolumeCloud, id: string): Promise<readonly unknown[]> => {
  const { volume } = (await cloud.send('GET', `/v3/volumes/${id}`, undefined, asAdmin)).body
  return [volume.status, volume.migration_status, volume['os-vol-host-attr:host']]
}

test('a volume that is migrating cannot be retyped', async () => {
  const second = slowToCopy()
  await using cloud = await startVolumeCloud(fakeVolumes(), { more: [second] })
  assert.equal((await cloud.send('POST', '/v3/types', { volume_type: { name: 'new' } }, asAdmin)).status, 200)
  const id = await makeVolume(cloud)
  let retyped: Reply | undefined
  second.meanwhile = async () => {
    retyped = await act(cloud, id, { 'os-retype': { new_type: 'new' } })
  }
  await migrate(cloud, id)
  assert.equal(retyped?.status, 400)
  assert.match(retyped.body.badRequest.message, /not be part of an active migration/)
  assert.deepEqual(await placeOf(cloud, id), ['available', 'success', 'one@second#second'])
})

const server = '33333333-3333-4333-8333-333333333333'

test('a volume that a server has while it migrates stays with what the server wrote', async () => {
  const second = slowToCopy()
  await using cloud = await startVolumeCloud(fakeVolumes(), { more: [second] })
  const id = await makeVolume(cloud)
  let during: readonly unknown[] = []
  second.meanwhile = async () => {
    const attachment = { volume_uuid: id, instance_uuid: server }
    const { status, body } = await cloud.send('POST', '/v3/attachments', { attachment }, asAdmin)
    assert.equal(status, 200, JSON.stringify(body))
    during = await placeOf(cloud, id)
    const path = `/v3/attachments/${body.attachment.id}`
    assert.equal((await cloud.send('DELETE', path, undefined, asNova)).status, 200)
  }
  await migrate(cloud, id)
  assert.deepEqual(during, ['reserved', 'error', 'one@fake#fake'])
  assert.deepEqual(await placeOf(cloud, id), ['available', 'error', 'one@fake#fake'])
  assert.deepEqual([cloud.backend.made.has(id), second.made.has(id)], [true, false])
})

test('a volume that is given an image while it migrates stays with the image', async () => {
  const second = slowToCopy()
  await using cloud = await startVolumeCloud(fakeVolumes(), { more: [second] })
  const id = await makeVolume(cloud)
  second.meanwhile = async () => {
    assert.equal((await act(cloud, id, { 'os-reimage': { image_id: image.id } })).status, 202)
    await eventually(async () => assert.equal((await placeOf(cloud, id))[0], 'available'))
  }
  await migrate(cloud, id)
  assert.deepEqual(await placeOf(cloud, id), ['available', 'error', 'one@fake#fake'])
  assert.deepEqual([cloud.backend.made.get(id)?.from, second.made.size], ['bytes', 0])
})
