import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { makeVolume, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const newest = { version: '3.71' }
const asNova = { as: 'admin:service', version: '3.71' }
const server = '33333333-3333-4333-8333-333333333333'
const otherServer = '44444444-4444-4444-8444-444444444444'
const connector = { host: 'compute1', ip: '127.0.0.1', mountpoint: '/dev/vdb', multipath: false }

const statusOf = async (cloud: VolumeCloud, id: string): Promise<string> =>
  (await cloud.send('GET', `/v3/volumes/${id}`)).body.volume.status

const reserve = (cloud: VolumeCloud, volume_uuid: string, instance_uuid = server) =>
  cloud.send('POST', '/v3/attachments', { attachment: { volume_uuid, instance_uuid } }, newest)

test('a volume goes from reserved over attaching to in-use, and back when its attachment is deleted', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const volume = await makeVolume(cloud)
  const reserved = await reserve(cloud, volume)
  assert.equal(reserved.status, 200)
  assert.deepEqual(
    [reserved.body.attachment.status, reserved.body.attachment.connection_info],
    ['reserved', {}],
  )
  assert.equal(await statusOf(cloud, volume), 'reserved')
  const path = `/v3/attachments/${reserved.body.attachment.id}`

  // From here on, Nova acts in its own name and project.
  const connected = await cloud.send('PUT', path, { attachment: { connector } }, asNova)
  assert.equal(connected.status, 200)
  assert.equal(connected.body.attachment.connection_info.driver_volume_type, 'file')
  assert.equal(connected.body.attachment.connection_info.device_path, `/fake/${volume}`)
  assert.equal(await statusOf(cloud, volume), 'attaching')
  assert.deepEqual([...(cloud.backend.exported.get(volume) ?? [])], ['compute1'])

  assert.equal((await cloud.send('POST', `${path}/action`, { 'os-complete': {} }, asNova)).status, 204)
  const shown = (await cloud.send('GET', `/v3/volumes/${volume}`)).body.volume
  assert.equal(shown.status, 'in-use')
  assert.equal(shown.attachments.length, 1)
  const { attached_at, ...attached } = shown.attachments[0]
  assert.match(attached_at, /^\d{4}-\d\d-\d\dT/)
  assert.deepEqual(attached, {
    id: volume,
    attachment_id: reserved.body.attachment.id,
    volume_id: volume,
    server_id: server,
    host_name: 'compute1',
    device: '/dev/vdb',
  })

  assert.equal((await cloud.send('DELETE', `/v3/volumes/${volume}`)).status, 400)
  assert.equal((await cloud.send('DELETE', path, undefined, asNova)).status, 200)
  assert.equal(await statusOf(cloud, volume), 'available')
  assert.equal(cloud.backend.exported.size, 0)
  assert.equal((await cloud.send('GET', path, undefined, newest)).status, 404)
})

test('a volume can be reserved for one server only, but repeatedly for the same one', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const volume = await makeVolume(cloud)
  await reserve(cloud, volume)
  const refused = await reserve(cloud, volume, otherServer)
  assert.equal(refused.status, 400)
  assert.equal(
    refused.body.badRequest.message,
    `Invalid volume: Volume ${volume} status must be available or downloading to reserve, but the current status is reserved.`,
  )
  assert.equal((await reserve(cloud, volume)).status, 200)
})

test('a failed export removes a new attachment, and leaves an existing one reserved', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const volume = await makeVolume(cloud)
  cloud.backend.failOn('export')
  const atOnce = { attachment: { volume_uuid: volume, instance_uuid: server, connector } }
  assert.equal((await cloud.send('POST', '/v3/attachments', atOnce, asNova)).status, 500)
  assert.equal(await statusOf(cloud, volume), 'available')

  const { id } = (await reserve(cloud, volume)).body.attachment
  const update = await cloud.send('PUT', `/v3/attachments/${id}`, { attachment: { connector } }, asNova)
  assert.equal(update.status, 500)
  assert.equal(await statusOf(cloud, volume), 'reserved')
})

test('the attachments API begins at 3.27, and shows only attachments of the caller’s project', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const volume = await makeVolume(cloud)
  const { id } = (await reserve(cloud, volume)).body.attachment
  assert.equal((await cloud.send('GET', '/v3/attachments', undefined, { version: '3.26' })).status, 404)
  const own = await cloud.send('GET', `/v3/attachments?volume_id=${volume}`, undefined, newest)
  assert.deepEqual(own.body.attachments, [{ id, status: 'reserved', instance: server, volume_id: volume }])
  const others = await cloud.send('GET', '/v3/attachments', undefined, { ...newest, as: 'bob:pears' })
  assert.deepEqual(others.body.attachments, [])
  const foreign = await cloud.send('DELETE', `/v3/attachments/${id}`, undefined, {
    ...newest,
    as: 'bob:pears',
  })
  assert.equal(foreign.status, 404)
})

test('an attachment without a host can be completed, as for a server without a host', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const volumeId = await makeVolume(cloud)
  const { id } = (await reserve(cloud, volumeId)).body.attachment
  const completed = await cloud.send('POST', `/v3/attachments/${id}/action`, { 'os-complete': {} }, asNova)
  assert.equal(completed.status, 204)
  const { volume } = (await cloud.send('GET', `/v3/volumes/${volumeId}`)).body
  assert.equal(volume.status, 'in-use')
})

test('only Nova can detach a volume that a server uses', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const volume = await makeVolume(cloud)
  const { id } = (await reserve(cloud, volume)).body.attachment
  const path = `/v3/attachments/${id}`
  await cloud.send('PUT', path, { attachment: { connector } }, asNova)
  await cloud.send('POST', `${path}/action`, { 'os-complete': {} }, asNova)
  cloud.held.set(`${server}/${volume}`, id)
  const act = (body: object, asked = {}) => cloud.send('POST', `/v3/volumes/${volume}/action`, body, asked)
  const refused = [
    await cloud.send('DELETE', path, undefined, newest),
    await act({ 'os-detach': {} }),
    await act({ 'os-detach': { attachment_id: id } }),
    await act({ 'os-terminate_connection': { connector } }),
    await act({ 'os-force_detach': { attachment_id: id } }, asNova),
  ]
  const message = `ConflictNovaUsingAttachment: Detach volume from instance ${server} using the Compute API`
  for (const { status, body } of refused)
    assert.deepEqual([status, body.conflictingRequest.message], [409, message])
  assert.equal(await statusOf(cloud, volume), 'in-use')
  assert.deepEqual([...(cloud.backend.exported.get(volume) ?? [])], ['compute1'])

  // An attachment that Nova does not know is a leftover, which its owner may delete.
  cloud.held.set(`${server}/${volume}`, otherServer)
  assert.equal((await cloud.send('DELETE', path, undefined, newest)).status, 200)
  assert.equal(await statusOf(cloud, volume), 'available')
})

test('the end of a connection spares other attachments of the same host', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const volume = await makeVolume(cloud)
  const act = (body: object) => cloud.send('POST', `/v3/volumes/${volume}/action`, body, asNova)
  const terminate = () => act({ 'os-terminate_connection': { connector } })
  const { id } = (await reserve(cloud, volume)).body.attachment
  const path = `/v3/attachments/${id}`
  await cloud.send('PUT', path, { attachment: { connector } }, asNova)
  await cloud.send('POST', `${path}/action`, { 'os-complete': {} }, asNova)

  // Another client of the host reads the volume for a while, beside the server.
  assert.equal((await act({ 'os-initialize_connection': { connector } })).status, 200)
  assert.equal((await terminate()).status, 202)
  assert.deepEqual([...(cloud.backend.exported.get(volume) ?? [])], ['compute1'])
  assert.equal((await cloud.send('DELETE', path, undefined, asNova)).status, 200)
  assert.equal(cloud.backend.exported.size, 0)

  assert.equal((await act({ 'os-initialize_connection': { connector } })).status, 200)
  assert.equal((await terminate()).status, 202)
  assert.equal(cloud.backend.exported.size, 0)
})

test('an administrator lists the attachments of all projects, or of one', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const pia = { as: 'pia:pears', version: '3.71' }
  const [own, theirs] = [await makeVolume(cloud), await makeVolume(cloud, {}, { as: 'pia:pears' })]
  await reserve(cloud, own)
  await cloud.send(
    'POST',
    '/v3/attachments',
    { attachment: { volume_uuid: theirs, instance_uuid: server } },
    pia,
  )
  const listed = async (query: string, asked: object) => {
    const { status, body } = await cloud.send('GET', `/v3/attachments?${query}`, undefined, asked)
    assert.equal(status, 200, JSON.stringify(body))
    return body.attachments.map(({ volume_id }: { volume_id: string }) => volume_id).toSorted()
  }
  const admin = { as: 'admin:admin', version: '3.71' }
  assert.deepEqual(await listed('all_tenants=1', admin), [own, theirs].toSorted())
  assert.deepEqual(await listed('all_tenants=1&project_id=pears', admin), [theirs])
  assert.deepEqual(await listed('', pia), [theirs])
})
