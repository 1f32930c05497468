import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resettableStatuses } from '@nimbo/contracts/volume/statuses'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { makeVolume, startVolumeCloud } from './volume-cloud.ts'

const asAdmin = { as: 'admin:admin' }

test('extending a volume counts the new size towards the quota at once', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  const action = `/v3/volumes/${id}/action`
  const smaller = await cloud.send('POST', action, { 'os-extend': { new_size: 1 } })
  assert.equal(smaller.status, 400)
  const tooMuch = await cloud.send('POST', action, { 'os-extend': { new_size: 1001 } })
  assert.equal(
    tooMuch.body.overLimit.message,
    'VolumeSizeExceedsAvailableQuota: Requested volume or snapshot exceeds allowed gigabytes quota. Requested 1000G, quota is 1000G and 1G has been consumed.',
  )
  assert.equal((await cloud.send('POST', action, { 'os-extend': { new_size: 5 } })).status, 202)
  assert.equal((await cloud.send('GET', '/v3/limits')).body.limits.absolute.totalGigabytesUsed, 5)
  await cloud.settled()
  const { volume } = (await cloud.send('GET', `/v3/volumes/${id}`)).body
  assert.deepEqual([volume.status, volume.size, cloud.backend.made.get(id)?.sizeGb], ['available', 5, 5])
})

test('volume metadata is merged by POST, replaced by PUT and deleted by key', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const path = `/v3/volumes/${await makeVolume(cloud, { metadata: { a: '1' } })}/metadata`
  const merged = await cloud.send('POST', path, { metadata: { b: '2' } })
  assert.deepEqual(merged.body.metadata, { a: '1', b: '2' })
  assert.deepEqual((await cloud.send('PUT', path, { metadata: { c: '3' } })).body.metadata, { c: '3' })
  assert.equal((await cloud.send('DELETE', `${path}/c`)).status, 200)
  assert.equal((await cloud.send('DELETE', `${path}/c`)).status, 404)
})

test('a volume with a snapshot cannot be deleted, and a volume can be created from the snapshot', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const volume = await makeVolume(cloud, { size: 2 })
  const made = await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id: volume, name: 's' } })
  assert.deepEqual([made.status, made.body.snapshot.status], [202, 'creating'])
  await cloud.settled()
  const { id } = made.body.snapshot
  assert.equal((await cloud.send('GET', `/v3/snapshots/${id}`)).body.snapshot.status, 'available')
  assert.equal((await cloud.send('DELETE', `/v3/volumes/${volume}`)).status, 400)
  const copy = await makeVolume(cloud, { size: 3, snapshot_id: id })
  assert.deepEqual(cloud.backend.made.get(copy), { sizeGb: 3, from: id })
  assert.equal((await cloud.send('DELETE', `/v3/snapshots/${id}`)).status, 202)
  await cloud.settled()
  assert.equal((await cloud.send('GET', `/v3/snapshots/${id}`)).status, 404)
  assert.equal(cloud.backend.snapshotted.size, 0)
  assert.equal((await cloud.send('DELETE', `/v3/volumes/${volume}`)).status, 202)
})

test('administrators create volume types; private ones are hidden, and used ones cannot be deleted', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const order = { volume_type: { name: 'fast', 'os-volume-type-access:is_public': false } }
  assert.equal((await cloud.send('POST', '/v3/types', order)).status, 403)
  const { id } = (await cloud.send('POST', '/v3/types', order, asAdmin)).body.volume_type
  assert.equal((await cloud.send('POST', '/v3/types', order, asAdmin)).status, 409)
  assert.equal((await cloud.send('GET', `/v3/types/${id}`)).status, 404)
  const grant = { addProjectAccess: { project: 'apples' } }
  assert.equal((await cloud.send('POST', `/v3/types/${id}/action`, grant, asAdmin)).status, 202)
  const specs = { extra_specs: { multiattach: '<is> True' } }
  assert.equal((await cloud.send('POST', `/v3/types/${id}/extra_specs`, specs, asAdmin)).status, 200)
  const volume = await makeVolume(cloud, { volume_type: 'fast' })
  assert.equal((await cloud.send('GET', `/v3/volumes/${volume}`)).body.volume.multiattach, true)
  const used = await cloud.send('DELETE', `/v3/types/${id}`, undefined, asAdmin)
  assert.equal(used.status, 400)
})

test('a quota set by an administrator is enforced, and deleting it restores the default', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const path = '/v3/os-quota-sets/apples'
  assert.equal((await cloud.send('PUT', path, { quota_set: { volumes: 1 } })).status, 403)
  assert.equal((await cloud.send('PUT', path, { quota_set: { volumes: 1 } }, asAdmin)).status, 200)
  await makeVolume(cloud)
  assert.equal((await cloud.send('POST', '/v3/volumes', { volume: { size: 1 } })).status, 413)
  const shown = (await cloud.send('GET', `${path}?usage=True`)).body.quota_set
  assert.deepEqual(shown.volumes, { limit: 1, in_use: 1, reserved: 0 })
  await cloud.send('DELETE', path, undefined, asAdmin)
  assert.equal((await cloud.send('GET', path)).body.quota_set.volumes, 10)
  assert.equal((await cloud.send('GET', '/v3/os-quota-sets/pears')).status, 403)
})

test('a volume ends in error if its only possible host is disabled', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const { services } = (await cloud.send('GET', '/v3/os-services', undefined, asAdmin)).body
  assert.deepEqual(
    services.map(({ binary, state }: { binary: string; state: string }) => [binary, state]),
    [
      ['cinder-scheduler', 'up'],
      ['cinder-volume', 'up'],
    ],
  )
  const host = { host: 'one@fake', binary: 'cinder-volume' }
  assert.equal((await cloud.send('PUT', '/v3/os-services/disable', host, asAdmin)).status, 200)
  const id = await makeVolume(cloud)
  assert.equal((await cloud.send('GET', `/v3/volumes/${id}`)).body.volume.status, 'error')
  const pools = await cloud.send('GET', '/v3/scheduler-stats/get_pools?detail=true', undefined, asAdmin)
  assert.equal(pools.body.pools[0].name, 'one@fake#fake')
})

test('the attach and detach actions of old clients change the volume status like attachments do', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  const act = (body: object) => cloud.send('POST', `/v3/volumes/${id}/action`, body)
  const status = async () => (await cloud.send('GET', `/v3/volumes/${id}`)).body.volume.status
  const instance_uuid = '33333333-3333-4333-8333-333333333333'
  assert.equal((await act({ 'os-reserve': {} })).status, 202)
  assert.equal(await status(), 'attaching')
  assert.equal((await act({ 'os-reserve': {} })).status, 400)
  const connection = await act({ 'os-initialize_connection': { connector: { host: 'compute1' } } })
  assert.equal(connection.body.connection_info.data.device_path, `/fake/${id}`)
  assert.equal((await act({ 'os-attach': { instance_uuid, mountpoint: '/dev/vdc' } })).status, 202)
  assert.equal(await status(), 'in-use')
  assert.equal((await act({ 'os-begin_detaching': {} })).status, 202)
  assert.equal((await act({ 'os-terminate_connection': { connector: { host: 'compute1' } } })).status, 202)
  assert.equal((await act({ 'os-detach': {} })).status, 202)
  assert.equal(await status(), 'available')
  assert.equal(cloud.backend.exported.size, 0)
})

test('an administrator can force-delete a volume in any status that they can set but deleting', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const force = { 'os-force_delete': {} }
  for (const status of resettableStatuses.filter((each) => each !== 'deleting')) {
    const id = await makeVolume(cloud)
    const action = `/v3/volumes/${id}/action`
    const reset = { 'os-reset_status': { status } }
    assert.equal((await cloud.send('POST', action, reset)).status, 403)
    assert.equal((await cloud.send('POST', action, reset, asAdmin)).status, 202)
    assert.equal((await cloud.send('GET', `/v3/volumes/${id}`)).body.volume.status, status)
    if (status === 'creating' || status === 'attaching' || status === 'in-use')
      assert.equal((await cloud.send('DELETE', `/v3/volumes/${id}`)).status, 400, status)
    assert.equal((await cloud.send('POST', action, force)).status, 403)
    assert.equal((await cloud.send('POST', action, force, asAdmin)).status, 202, status)
    await cloud.settled()
    assert.equal((await cloud.send('GET', `/v3/volumes/${id}`)).status, 404, status)
  }
  assert.equal(cloud.backend.made.size, 0)
})

test('force-deleting a volume is refused while it is attached, has snapshots or is in a group', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const newest = { as: 'admin:admin', version: '3.71' }
  const must = async (path: string, body: object, asked: object = newest) => {
    const reply = await cloud.send('POST', `/v3${path}`, body, asked)
    assert.ok(reply.status < 300, `${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    await cloud.settled()
    return reply.body
  }
  const forced = async (id: string) => {
    const { status } = await cloud.send(
      'POST',
      `/v3/volumes/${id}/action`,
      { 'os-force_delete': {} },
      asAdmin,
    )
    await cloud.settled()
    return status
  }
  const attached = await makeVolume(cloud)
  const act = (action: string, body: object) => must(`/volumes/${attached}/action`, { [action]: body })
  await act('os-attach', { instance_uuid: '33333333-3333-4333-8333-333333333333', mountpoint: '/dev/vdb' })
  assert.equal(await forced(attached), 400)
  await act('os-reset_status', { status: 'error' })
  assert.equal(await forced(attached), 400, 'the server still writes to it')
  await act('os-reset_status', { status: 'error', attach_status: 'detached' })
  assert.equal(await forced(attached), 202)

  const copied = await makeVolume(cloud)
  await must('/snapshots', { snapshot: { volume_id: copied } })
  assert.equal(await forced(copied), 400)

  await must('/group_types', { group_type: { name: 'plain' } })
  const wish = { group_type: 'plain', volume_types: ['__DEFAULT__'] }
  const { group } = await must('/groups', { group: wish }, { version: '3.71' })
  const grouped = await makeVolume(
    cloud,
    { group_id: group.id, volume_type: '__DEFAULT__' },
    { version: '3.71' },
  )
  assert.equal(await forced(grouped), 400)
  const leave = { group: { remove_volumes: grouped } }
  await cloud.send('PUT', `/v3/groups/${group.id}`, leave, { version: '3.71' })
  assert.equal(await forced(grouped), 202)
})
