import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiveAll, telling } from '@nimbo/testkit/received-notifications'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { makeVolume, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const newest = { version: '3.71' }
const asAdmin = { as: 'admin:admin', version: '3.71' }

const makeGroupType = async (cloud: VolumeCloud, name: string, more: object = {}): Promise<string> => {
  const reply = await cloud.send('POST', '/v3/group_types', { group_type: { name, ...more } }, asAdmin)
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  return reply.body.group_type.id
}

const makeGroup = async (cloud: VolumeCloud, more: object = {}): Promise<string> => {
  const group = { name: 'database', group_type: 'plain', volume_types: ['__DEFAULT__'], ...more }
  const { status, body } = await cloud.send('POST', '/v3/groups', { group }, newest)
  assert.equal(status, 202, JSON.stringify(body))
  await cloud.settled()
  return body.group.id
}

const groupOf = async (cloud: VolumeCloud, id: string) =>
  (await cloud.send('GET', `/v3/groups/${id}?list_volume=True`, undefined, newest)).body.group

test('only administrators manage group types and see their group specs', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes(), {
    config: (config) => ({ ...config, DEFAULT: { ...config.DEFAULT, default_group_type: 'usual' } }),
  })
  const admin = (method: string, path: string, body?: unknown) => cloud.send(method, path, body, asAdmin)
  const order = { group_type: { name: 'plain', group_specs: { a: '1' } } }
  assert.equal((await cloud.send('POST', '/v3/group_types', order, newest)).status, 403)
  const id = await makeGroupType(cloud, 'plain', { group_specs: { a: '1' } })
  assert.equal((await admin('POST', '/v3/group_types', order)).status, 409)
  const path = `/v3/group_types/${id}`
  assert.deepEqual((await admin('GET', path)).body.group_type.group_specs, { a: '1' })
  assert.ok(!('group_specs' in (await cloud.send('GET', path, undefined, newest)).body.group_type))
  const specs = `${path}/group_specs`
  assert.equal((await admin('POST', specs, { group_specs: { b: '2' } })).status, 202)
  assert.deepEqual((await admin('PUT', `${specs}/b`, { b: '3' })).body, { b: '3' })
  assert.equal((await admin('PUT', `${specs}/b`, { c: '3' })).status, 400)
  assert.deepEqual((await admin('GET', specs)).body.group_specs, { a: '1', b: '3' })
  assert.equal((await admin('DELETE', `${specs}/a`)).status, 202)
  assert.equal((await admin('GET', `${specs}/a`)).status, 404)
  const hidden = await makeGroupType(cloud, 'hidden', { is_public: false })
  assert.equal((await cloud.send('GET', `/v3/group_types/${hidden}`, undefined, newest)).status, 404)
  const names = async (asked: object) =>
    (await cloud.send('GET', '/v3/group_types?sort=name:asc', undefined, asked)).body.group_types.map(
      ({ name }: { name: string }) => name,
    )
  const reserved = 'default_cgsnapshot_type'
  assert.deepEqual(await names(newest), [reserved, 'plain'])
  assert.deepEqual(await names(asAdmin), [reserved, 'hidden', 'plain'])
  const byDefault = async () => (await admin('GET', '/v3/group_types/default')).body.group_type?.id
  assert.equal(await byDefault(), undefined)
  await admin('PUT', path, { group_type: { name: 'usual' } })
  assert.equal(await byDefault(), id, 'the group type that the configuration names')
  await admin('PUT', path, { group_type: { name: 'plain' } })
  assert.equal((await admin('PUT', path, { group_type: { name: 'hidden' } })).status, 409)
  await makeGroup(cloud)
  assert.equal((await admin('DELETE', path)).status, 400)
  assert.equal((await admin('DELETE', `/v3/group_types/${hidden}`)).status, 202)
})

test('volumes are added to a group and removed from it, and deleted with it on request', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes(), { config: telling })
  await using heard = await receiveAll(cloud.bus)
  await makeGroupType(cloud, 'plain')
  const id = await makeGroup(cloud)
  const { status, volumes } = await groupOf(cloud, id)
  assert.deepEqual([status, volumes], ['available', []])
  const inside = await makeVolume(cloud, { group_id: id }, newest)
  const later = await makeVolume(cloud)
  const update = (group: object) => cloud.send('PUT', `/v3/groups/${id}`, { group }, newest)
  assert.equal((await update({ name: 'db', add_volumes: later })).status, 202)
  assert.equal((await update({ add_volumes: later })).status, 400)
  assert.deepEqual((await groupOf(cloud, id)).volumes, [inside, later])
  const shown = (await cloud.send('GET', `/v3/volumes/${later}`, undefined, newest)).body.volume
  assert.equal(shown.group_id, id)
  assert.equal((await cloud.send('DELETE', `/v3/volumes/${later}`)).status, 400)
  assert.equal((await update({ remove_volumes: later })).status, 202)
  const reset = { reset_status: { status: 'error' } }
  const asAdmin = { ...newest, as: 'admin:ops' }
  assert.equal((await cloud.send('POST', `/v3/groups/${id}/action`, reset, asAdmin)).status, 202)
  const drop = (withVolumes: boolean) =>
    cloud.send('POST', `/v3/groups/${id}/action`, { delete: { 'delete-volumes': withVolumes } }, newest)
  assert.deepEqual([(await drop(false)).status, (await drop(true)).status], [400, 202])
  await cloud.settled()
  assert.equal((await cloud.send('GET', `/v3/groups/${id}`, undefined, newest)).status, 404)
  assert.deepEqual([...cloud.backend.made.keys()], [later])
  await cloud.told()
  const events = heard.events(id).filter((event) => event.startsWith('group.'))
  assert.deepEqual(
    events,
    ['create', 'update', 'update', 'delete'].flatMap((verb) => [`group.${verb}.start`, `group.${verb}.end`]),
  )
  const resets = heard.events(id).filter((event) => event.startsWith('groups.'))
  assert.deepEqual(resets, ['groups.reset_status.start', 'groups.reset_status.end'])
  assert.deepEqual(heard.last('groups.reset_status.end').payload, { id, update: { status: 'error' } })
  await heard.assertDeclared()
})

test('a group snapshot covers all volumes of the group or none, and is deleted as a whole', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  await makeGroupType(cloud, 'plain')
  const group_id = await makeGroup(cloud)
  const take = async () => {
    const reply = await cloud.send('POST', '/v3/group_snapshots', { group_snapshot: { group_id } }, newest)
    await cloud.settled()
    return reply
  }
  assert.equal((await take()).status, 400)
  for (const name of ['a', 'b']) await makeVolume(cloud, { name, group_id }, newest)
  const taken = await take()
  assert.equal(taken.status, 202)
  const path = `/v3/group_snapshots/${taken.body.group_snapshot.id}`
  const shown = (await cloud.send('GET', path, undefined, newest)).body.group_snapshot
  assert.deepEqual([shown.status, shown.group_id, cloud.backend.snapshotted.size], ['available', group_id, 2])
  const { snapshots } = (await cloud.send('GET', '/v3/snapshots/detail', undefined, newest)).body
  assert.deepEqual(
    snapshots.map((each: { status: string; group_snapshot_id: string }) => [
      each.status,
      each.group_snapshot_id,
    ]),
    [
      ['available', shown.id],
      ['available', shown.id],
    ],
  )
  assert.equal((await cloud.send('DELETE', `/v3/snapshots/${snapshots[0].id}`)).status, 400)
  const drop = { delete: { 'delete-volumes': true } }
  assert.equal((await cloud.send('POST', `/v3/groups/${group_id}/action`, drop, newest)).status, 400)
  assert.equal((await cloud.send('DELETE', path, undefined, newest)).status, 202)
  await cloud.settled()
  assert.deepEqual(
    [(await cloud.send('GET', path, undefined, newest)).status, cloud.backend.snapshotted.size],
    [404, 0],
  )
  cloud.backend.failOn('create-snapshot', { times: 1 })
  const failed = await take()
  const failedPath = `/v3/group_snapshots/${failed.body.group_snapshot.id}`
  assert.equal((await cloud.send('GET', failedPath, undefined, newest)).body.group_snapshot.status, 'error')
  assert.equal(cloud.backend.snapshotted.size, 0)
  const reset = { reset_status: { status: 'available' } }
  assert.equal((await cloud.send('POST', `${failedPath}/action`, reset, newest)).status, 403)
  assert.equal((await cloud.send('POST', `${failedPath}/action`, reset, asAdmin)).status, 202)
})

test('a group whose volume types fit no back end ends in error, and groups are limited by quota', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  await makeGroupType(cloud, 'plain')
  const rare = { name: 'rare', extra_specs: { volume_backend_name: 'elsewhere' } }
  await cloud.send('POST', '/v3/types', { volume_type: rare }, asAdmin)
  const id = await makeGroup(cloud, { volume_types: ['rare'] })
  assert.equal((await groupOf(cloud, id)).status, 'error')
  await cloud.send('PUT', '/v3/os-quota-sets/apples', { quota_set: { groups: 1 } }, asAdmin)
  const group = { group_type: 'plain', volume_types: ['__DEFAULT__'] }
  assert.equal((await cloud.send('POST', '/v3/groups', { group }, newest)).status, 413)
  assert.equal(
    (await cloud.send('POST', '/v3/groups', { group: { ...group, group_type: 'x' } }, newest)).status,
    404,
  )
  const reset = { reset_status: { status: 'available' } }
  assert.equal((await cloud.send('POST', `/v3/groups/${id}/action`, reset, asAdmin)).status, 202)
  assert.equal((await groupOf(cloud, id)).status, 'available')
  const { groups } = (await cloud.send('GET', '/v3/groups/detail', undefined, newest)).body
  assert.equal(groups.length, 1)
})

test('a group can be created from another one or from a snapshot, with its volumes', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  await makeGroupType(cloud, 'plain')
  const source = await makeGroup(cloud)
  const member = await makeVolume(cloud, { group_id: source }, newest)
  const taken = await cloud.send(
    'POST',
    '/v3/group_snapshots',
    { group_snapshot: { group_id: source } },
    newest,
  )
  await cloud.settled()
  const make = async (from: object) => {
    const body = { 'create-from-src': { name: 'copy', ...from } }
    const reply = await cloud.send('POST', '/v3/groups/action', body, newest)
    await cloud.settled()
    return reply
  }
  assert.equal((await make({})).status, 400)
  assert.equal((await make({ source_group_id: '99999999-9999-4999-8999-999999999999' })).status, 404)
  const snapshotId = taken.body.group_snapshot.id
  assert.equal((await make({ source_group_id: source, group_snapshot_id: snapshotId })).status, 400)

  const copied = await make({ source_group_id: source })
  assert.equal(copied.status, 202, JSON.stringify(copied.body))
  const copy = await groupOf(cloud, copied.body.group.id)
  assert.deepEqual([copy.status, copy.source_group_id, copy.volumes.length], ['available', source, 1])
  assert.equal(cloud.backend.made.get(copy.volumes[0])?.from, member)

  const again = await groupOf(cloud, (await make({ group_snapshot_id: snapshotId })).body.group.id)
  assert.deepEqual([again.status, again.group_snapshot_id], ['available', snapshotId])

  cloud.backend.failOn('create-from-volume')
  const failed = await groupOf(cloud, (await make({ source_group_id: source })).body.group.id)
  assert.equal(failed.status, 'error')
  assert.ok(
    failed.volumes.every((id: string) => !cloud.backend.made.has(id)),
    'nothing is stored',
  )
})

test('replication of a group and failover of a host are refused without replication', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  await makeGroupType(cloud, 'plain')
  const id = await makeGroup(cloud)
  const act = async (name: string, path = `/v3/groups/${id}/action`, asked: object = newest) =>
    (await cloud.send('POST', path, { [name]: {} }, asked)).status
  for (const name of ['enable_replication', 'disable_replication', 'failover_replication'])
    assert.equal(await act(name), 400)
  assert.equal(await act('list_replication_targets'), 400)
  assert.equal(await act('enable_replication', '/v3/groups/99999999-9999-4999-8999-999999999999/action'), 404)
  const failover = async (body: object) =>
    (await cloud.send('PUT', '/v3/os-services/failover_host', body, asAdmin)).status
  assert.deepEqual([await failover({ host: 'one@fake' }), await failover({ host: 'none' })], [400, 400])
})
