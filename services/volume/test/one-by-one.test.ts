import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FakeVolumes, fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { makeVolume, type Reply, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const newest = { version: '3.71' }
const asAdmin = { as: 'admin:admin', version: '3.71' }
const pia = { as: 'pia:pears', version: '3.71' }

let cloud: VolumeCloud<FakeVolumes>
before(async () => {
  cloud = await startVolumeCloud(fakeVolumes())
})
after(() => cloud[Symbol.asyncDispose]())

/** Sends a request that must succeed, and returns the body of the reply. */
const must = async (method: string, path: string, body?: unknown, asked: object = newest) => {
  const reply: Reply = await cloud.send(method, `/v3${path}`, body, asked)
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  await cloud.settled()
  return reply.body
}

const statusOf = async (id: string) => (await must('GET', `/volumes/${id}`)).volume.status
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

test('metadata of volumes and snapshots is read and set key by key', async () => {
  const volume_id = await makeVolume(cloud, { metadata: { a: '1' } })
  const { snapshot } = await must('POST', '/snapshots', { snapshot: { volume_id, metadata: { a: '1' } } })
  for (const path of [`/volumes/${volume_id}`, `/snapshots/${snapshot.id}`]) {
    assert.deepEqual(await must('PUT', `${path}/metadata/a`, { meta: { a: '2' } }), { meta: { a: '2' } })
    assert.deepEqual(await must('GET', `${path}/metadata/a`), { meta: { a: '2' } })
    assert.deepEqual(await must('PUT', `${path}/metadata`, { metadata: { b: '3' } }), {
      metadata: { b: '3' },
    })
    assert.deepEqual(await must('GET', `${path}/metadata`), { metadata: { b: '3' } })
  }
})

test('image metadata of a volume can be set and shown', async () => {
  const id = await makeVolume(cloud)
  const path = `/volumes/${id}/action`
  await must('POST', path, { 'os-set_image_metadata': { metadata: { os_distro: 'alpine' } } })
  const { metadata } = await must('POST', path, { 'os-show_image_metadata': null })
  assert.equal(metadata.os_distro, 'alpine')
})

test('os-unreserve and os-roll_detaching undo a reservation and the start of a detachment', async () => {
  const id = await makeVolume(cloud)
  const act = (action: string, body: unknown = null) =>
    must('POST', `/volumes/${id}/action`, { [action]: body })
  await act('os-reserve')
  assert.equal(await statusOf(id), 'attaching')
  await act('os-unreserve')
  assert.equal(await statusOf(id), 'available')
  await act('os-attach', { instance_uuid: '33333333-3333-4333-8333-333333333333', mountpoint: '/dev/vdb' })
  await act('os-begin_detaching')
  assert.equal(await statusOf(id), 'detaching')
  await act('os-roll_detaching')
  assert.equal(await statusOf(id), 'in-use')
  const { attachments } = await must('GET', '/attachments/detail')
  assert.deepEqual(
    attachments.map((one: { volume_id: string }) => one.volume_id),
    [id],
  )
})

test('the volume summary shows the number and the total size of volumes', async () => {
  await makeVolume(cloud, { size: 3 })
  const { volumes } = await must('GET', '/volumes/detail')
  const size = volumes.reduce((sum: number, volume: { size: number }) => sum + volume.size, 0)
  const { 'volume-summary': summary } = await must('GET', '/volumes/summary')
  assert.deepEqual([summary.total_count, summary.total_size], [volumes.length, size])
})

test('groups and group snapshots are listed, and a group type is renamed and described anew', async () => {
  const { group_type: type } = await must('POST', '/group_types', { group_type: { name: 'plain' } }, asAdmin)
  const path = `/group_types/${type.id}`
  const change = { name: 'steady', description: 'of databases' }
  for (const { group_type } of [
    await must('PUT', path, { group_type: change }, asAdmin),
    await must('GET', path, undefined, asAdmin),
  ])
    assert.deepEqual([group_type.name, group_type.description], ['steady', 'of databases'])
  await must('POST', `${path}/group_specs`, { group_specs: { a: '1' } }, asAdmin)
  assert.deepEqual(await must('GET', `${path}/group_specs/a`, undefined, asAdmin), { a: '1' })
  const wish = { name: 'database', group_type: type.id, volume_types: ['__DEFAULT__'] }
  const { group } = await must('POST', '/groups', { group: wish })
  assert.deepEqual(ids((await must('GET', '/groups')).groups), [group.id])
  await makeVolume(cloud, { group_id: group.id, volume_type: '__DEFAULT__' }, newest)
  const { group_snapshot: made } = await must('POST', '/group_snapshots', {
    group_snapshot: { group_id: group.id, name: 'nightly' },
  })
  assert.deepEqual(ids((await must('GET', '/group_snapshots')).group_snapshots), [made.id])
  const { group_snapshots } = await must('GET', '/group_snapshots/detail')
  assert.deepEqual([group_snapshots[0].name, group_snapshots[0].group_id], ['nightly', group.id])
})

test('a transfer is created under either path, deleted, and accepted under the older path', async () => {
  const volume_id = await makeVolume(cloud)
  const offer = async (path: string) => (await must('POST', path, { transfer: { volume_id } })).transfer
  const first = await offer('/volume-transfers')
  await must('DELETE', `/volume-transfers/${first.id}`)
  assert.equal(await statusOf(volume_id), 'available')
  const old = '/os-volume-transfer'
  const { id, auth_key } = await offer(old)
  assert.deepEqual(ids((await must('GET', old)).transfers), [id])
  assert.deepEqual(ids((await must('GET', `${old}/detail`)).transfers), [id])
  assert.equal((await must('GET', `${old}/${id}`)).transfer.volume_id, volume_id)
  await must('POST', `${old}/${id}/accept`, { accept: { auth_key } }, pia)
  assert.equal((await must('GET', `/volumes/${volume_id}`, undefined, pia)).volume.id, volume_id)
})

test('the projects with access to a private volume type are listed', async () => {
  const wish = { name: 'private', 'os-volume-type-access:is_public': false }
  const { volume_type } = await must('POST', '/types', { volume_type: wish }, asAdmin)
  const path = `/types/${volume_type.id}`
  await must('POST', `${path}/action`, { addProjectAccess: { project: 'pears' } }, asAdmin)
  const { volume_type_access } = await must('GET', `${path}/os-volume-type-access`, undefined, asAdmin)
  assert.deepEqual(volume_type_access, [{ volume_type_id: volume_type.id, project_id: 'pears' }])
})

test('the default volume type of a project is set, shown and deleted', async () => {
  const { volume_type } = await must('POST', '/types', { volume_type: { name: 'usual' } }, asAdmin)
  const path = '/default-types/pears'
  await must('PUT', path, { default_type: { volume_type: 'usual' } }, asAdmin)
  const { default_type } = await must('GET', path, undefined, asAdmin)
  assert.deepEqual(default_type, { project_id: 'pears', volume_type_id: volume_type.id })
  await must('DELETE', path, undefined, asAdmin)
  assert.equal((await cloud.send('GET', `/v3${path}`, undefined, asAdmin)).status, 404)
})

test('QoS specs are disassociated from all volume types at once', async () => {
  const { qos_specs } = await must(
    'POST',
    '/qos-specs',
    { qos_specs: { name: 'slow', total_iops_sec: '9' } },
    asAdmin,
  )
  const { volume_type } = await must('POST', '/types', { volume_type: { name: 'slow' } }, asAdmin)
  const path = `/qos-specs/${qos_specs.id}`
  const associated = async () =>
    ids((await must('GET', `${path}/associations`, undefined, asAdmin)).qos_associations)
  await must('GET', `${path}/associate?vol_type_id=${volume_type.id}`, undefined, asAdmin)
  assert.deepEqual(await associated(), [volume_type.id])
  await must('GET', `${path}/disassociate_all`, undefined, asAdmin)
  assert.deepEqual(await associated(), [])
})

test('a volume without encryption shows the encryption key id null', async () => {
  const path = `/volumes/${await makeVolume(cloud)}/encryption`
  assert.equal((await must('GET', path)).encryption_key_id, null)
  assert.deepEqual(await must('GET', `${path}/encryption_key_id`), { encryption_key_id: null })
})

test('availability zones, clusters and resource filters are listed', async () => {
  const { availabilityZoneInfo } = await must('GET', '/os-availability-zone')
  assert.deepEqual(availabilityZoneInfo, [{ zoneName: 'nova', zoneState: { available: true } }])
  assert.deepEqual(await must('GET', '/clusters', undefined, asAdmin), { clusters: [] })
  const { resource_filters } = await must('GET', '/resource_filters?resource=backup')
  assert.deepEqual(
    resource_filters.map(({ resource }: { resource: string }) => resource),
    ['backup'],
  )
})
