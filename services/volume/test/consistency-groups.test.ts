import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { makeVolume, type Reply, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const newest = { version: '3.71' }
const asAdmin = { as: 'admin:admin', version: '3.71' }
const nobody = '99999999-9999-4999-8999-999999999999'

/** Sends a request of an old client, which names no version. */
const ask = async (cloud: VolumeCloud, method: string, path: string, body?: unknown): Promise<Reply> => {
  const reply = await cloud.send(method, `/v3${path}`, body)
  await cloud.settled()
  return reply
}

const makeGroup = async (cloud: VolumeCloud, more: object = {}): Promise<string> => {
  const consistencygroup = { name: ' books ', volume_types: '__DEFAULT__,', status: 'creating', ...more }
  const { status, body } = await ask(cloud, 'POST', '/consistencygroups', { consistencygroup })
  assert.equal(status, 202, JSON.stringify(body))
  assert.deepEqual(Object.keys(body.consistencygroup), ['id', 'name'])
  return body.consistencygroup.id
}

const takeSnapshot = async (cloud: VolumeCloud, consistencygroup_id: string): Promise<string> => {
  const cgsnapshot = { name: 'nightly', description: null, consistencygroup_id, status: 'creating' }
  const { status, body } = await ask(cloud, 'POST', '/cgsnapshots', { cgsnapshot })
  assert.equal(status, 202, JSON.stringify(body))
  return body.cgsnapshot.id
}

const typeOf = async (cloud: VolumeCloud): Promise<string> => {
  const { body } = await cloud.send('GET', '/v3/group_types?name=default_cgsnapshot_type', undefined, newest)
  return body.group_types[0].id
}

test('an old client manages a consistency group with its volumes and snapshots', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeGroup(cloud, { description: 'of the shop' })
  const path = `/consistencygroups/${id}`
  const group = (await ask(cloud, 'GET', path)).body.consistencygroup
  assert.deepEqual(
    [group.name, group.description, group.status, group.availability_zone, group.volume_types.length],
    ['books', 'of the shop', 'available', 'nova', 1],
  )
  const inside = await makeVolume(cloud, { consistencygroup_id: id })
  const later = await makeVolume(cloud)
  const update = (consistencygroup: object, door = '/update') =>
    ask(cloud, 'PUT', `${path}${door}`, { consistencygroup })
  assert.equal((await update({ name: 'ledgers', add_volumes: `${later},` })).status, 202)
  const { volumes } = (await ask(cloud, 'GET', '/volumes/detail?sort=created_at:asc')).body
  assert.deepEqual(
    volumes.map((each: { id: string; consistencygroup_id: string }) => [each.id, each.consistencygroup_id]),
    [
      [inside, id],
      [later, id],
    ],
  )
  assert.equal((await ask(cloud, 'GET', `/volumes/${later}`)).body.volume.consistencygroup_id, id)

  const snapshot = await takeSnapshot(cloud, id)
  const { cgsnapshot } = (await ask(cloud, 'GET', `/cgsnapshots/${snapshot}`)).body
  assert.deepEqual(
    [cgsnapshot.name, cgsnapshot.description, cgsnapshot.status, cgsnapshot.consistencygroup_id],
    ['nightly', null, 'available', id],
  )
  assert.equal(cloud.backend.snapshotted.size, 2)
  assert.equal(
    (await ask(cloud, 'POST', `${path}/delete`, { consistencygroup: { force: true } })).status,
    400,
  )
  assert.equal((await ask(cloud, 'DELETE', `/cgsnapshots/${snapshot}`)).status, 202)
  assert.equal((await ask(cloud, 'GET', `/cgsnapshots/${snapshot}`)).status, 404)

  assert.equal((await update({ remove_volumes: later }, '')).status, 202, 'as cinderclient asks')
  assert.equal((await ask(cloud, 'GET', `/volumes/${later}`)).body.volume.consistencygroup_id, null)
  assert.equal((await ask(cloud, 'POST', `${path}/delete`)).status, 400, 'it has a volume')
  assert.equal(
    (await ask(cloud, 'POST', `${path}/delete`, { consistencygroup: { force: true } })).status,
    202,
  )
  assert.equal((await ask(cloud, 'GET', path)).status, 404)
  assert.deepEqual([...cloud.backend.made.keys()], [later])
})

test('consistency groups and their snapshots are listed in pages, for their project only', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const [first, second] = [await makeGroup(cloud, { name: 'first' }), await makeGroup(cloud)]
  const idsAt = async (path: string, key: string, asked = {}) => {
    const { status, body } = await cloud.send('GET', `/v3${path}`, undefined, asked)
    assert.equal(status, 200, JSON.stringify(body))
    return body[key].map(({ id }: { id: string }) => id)
  }
  const groups = (query: string, asked = {}) =>
    idsAt(`/consistencygroups${query}`, 'consistencygroups', asked)
  assert.deepEqual(await groups('?sort=created_at:asc'), [first, second])
  assert.deepEqual(await groups('/detail?name=first'), [first])
  const { body } = await ask(cloud, 'GET', '/consistencygroups/detail?limit=1')
  assert.match(body.consistencygroup_links[0].href, new RegExp(`marker=${second}`))
  assert.deepEqual(await groups('', asAdmin), [])
  assert.deepEqual((await groups('?all_tenants=1', asAdmin)).length, 2)

  await makeVolume(cloud, { consistencygroup_id: first })
  const taken = [await takeSnapshot(cloud, first), await takeSnapshot(cloud, first)]
  const snapshots = (query: string, asked = {}) => idsAt(`/cgsnapshots${query}`, 'cgsnapshots', asked)
  assert.deepEqual((await snapshots('')).toSorted(), taken.toSorted())
  assert.equal((await snapshots('/detail?limit=1')).length, 1)
  assert.deepEqual(await snapshots(`/detail?consistencygroup_id=${second}`), [])
  assert.deepEqual(await snapshots('', asAdmin), [])
  assert.equal(
    (await cloud.send('GET', `/v3/cgsnapshots/${taken[0]}`, undefined, { as: 'bob:pears' })).status,
    404,
  )
})

test('a consistency group can be created from another one or from a snapshot', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const source = await makeGroup(cloud)
  const member = await makeVolume(cloud, { consistencygroup_id: source })
  const snapshot = await takeSnapshot(cloud, source)
  const make = (from: object) =>
    ask(cloud, 'POST', '/consistencygroups/create_from_src', {
      'consistencygroup-from-src': { name: 'copy', cgsnapshot_id: null, source_cgid: null, ...from },
    })
  for (const from of [{ source_cgid: source }, { cgsnapshot_id: snapshot }]) {
    const made = await make(from)
    assert.equal(made.status, 202, JSON.stringify(made.body))
    const { id } = made.body.consistencygroup
    const copy = (await ask(cloud, 'GET', `/consistencygroups/${id}`)).body.consistencygroup
    assert.equal(copy.status, 'available')
    const { volumes } = (await cloud.send('GET', `/v3/volumes/detail?group_id=${id}`, undefined, newest)).body
    assert.deepEqual(
      volumes.map((each: { consistencygroup_id: string }) => each.consistencygroup_id),
      [id],
    )
  }
  const copied = [...cloud.backend.made.values()].filter(({ from }) => from === member)
  assert.equal(copied.length, 1)
  const neither = await make({})
  assert.match(neither.body.badRequest.message, /^Either 'cgsnapshot_id' or 'source_cgid' must be provided/)
  const both = await make({ source_cgid: source, cgsnapshot_id: snapshot })
  assert.match(both.body.badRequest.message, /^Cannot provide both 'cgsnapshot_id' and 'source_cgid'/)
  assert.deepEqual(
    [(await make({ source_cgid: nobody })).status, (await make({ cgsnapshot_id: nobody })).status],
    [404, 404],
  )
})

test('the groups API hides and refuses consistency groups, and the old API shows all groups', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const send = async (method: string, path: string, body?: unknown) => {
    const reply = await cloud.send(method, `/v3${path}`, body, newest)
    await cloud.settled()
    return reply
  }
  const id = await makeGroup(cloud)
  await makeVolume(cloud, { consistencygroup_id: id })
  const snapshot = await takeSnapshot(cloud, id)
  const type = await typeOf(cloud)
  const groupIsReserved = `Group_type ${type} is reserved for migrating CGs to groups. Migrated group can only be operated by CG APIs.`
  const snapshotIsReserved = `Group_type ${type} is reserved for migrating CGs to groups. Migrated group snapshots can only be operated by CG snapshot APIs.`
  const wanted = { group_type: 'default_cgsnapshot_type', volume_types: ['__DEFAULT__'] }
  const refusedOfGroups = [
    await send('GET', `/groups/${id}`),
    await send('PUT', `/groups/${id}`, { group: { name: 'mine' } }),
    await send('POST', `/groups/${id}/action`, { delete: { 'delete-volumes': true } }),
    await send('POST', '/groups', { group: wanted }),
    await send('POST', '/groups/action', { 'create-from-src': { source_group_id: id } }),
    await send('POST', '/groups/action', { 'create-from-src': { group_snapshot_id: snapshot } }),
  ]
  for (const { body } of refusedOfGroups)
    assert.deepEqual(body, { badRequest: { code: 400, message: groupIsReserved } })
  const refusedOfSnapshots = [
    await send('GET', `/group_snapshots/${snapshot}`),
    await send('DELETE', `/group_snapshots/${snapshot}`),
    await send('POST', '/group_snapshots', { group_snapshot: { group_id: id } }),
  ]
  for (const { body } of refusedOfSnapshots)
    assert.deepEqual(body, { badRequest: { code: 400, message: snapshotIsReserved } })
  assert.deepEqual((await send('GET', '/groups')).body.groups, [])
  assert.deepEqual((await send('GET', '/groups/detail')).body.groups, [])
  assert.deepEqual((await send('GET', '/group_snapshots/detail')).body.group_snapshots, [])

  await cloud.send('POST', '/v3/group_types', { group_type: { name: 'plain' } }, asAdmin)
  const made = await send('POST', '/groups', { group: { ...wanted, group_type: 'plain' } })
  const older = (await ask(cloud, 'GET', `/consistencygroups/${made.body.group.id}`)).body.consistencygroup
  assert.equal(older.status, 'available')
  const member = await makeVolume(cloud, { group_id: made.body.group.id }, newest)
  assert.equal((await ask(cloud, 'GET', `/volumes/${member}`)).body.volume.consistencygroup_id, null)
})

test('invalid consistency groups are refused with Cinder’s messages', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const create = async (consistencygroup: object) => {
    const { status, body } = await ask(cloud, 'POST', '/consistencygroups', { consistencygroup })
    return [status, body.badRequest?.message ?? body.itemNotFound?.message]
  }
  assert.deepEqual(await create({ name: 'books', volume_types: '' }), [
    400,
    'volume_types must be provided to create consistency group books.',
  ])
  assert.equal((await create({ name: 'books' }))[0], 400)
  assert.equal((await create({ volume_types: 'unheard-of' }))[0], 404)
  assert.equal((await create({ volume_types: '__DEFAULT__', availability_zone: 'moon' }))[0], 400)
  const snapshotOf = async (consistencygroup_id: string) =>
    (await ask(cloud, 'POST', '/cgsnapshots', { cgsnapshot: { consistencygroup_id } })).status
  const empty = await makeGroup(cloud)
  assert.deepEqual([await snapshotOf(nobody), await snapshotOf(empty)], [404, 400])
  const update = await ask(cloud, 'PUT', `/consistencygroups/${empty}/update`, { consistencygroup: {} })
  assert.equal(
    update.body.badRequest.message,
    'Name, description, add_volumes, and remove_volumes can not be all empty in the request body.',
  )
  await ask(cloud, 'POST', `/consistencygroups/${empty}/delete`, { consistencygroup: { force: 'False' } })
  const removed = await cloud.send('DELETE', `/v3/group_types/${await typeOf(cloud)}`, undefined, asAdmin)
  assert.equal(removed.status, 202)
  const [status, message] = await create({ volume_types: '__DEFAULT__' })
  assert.equal(status, 400)
  assert.match(message, /^Group type default_cgsnapshot_type not found\./)
})
