import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { makeVolume, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const asAdmin = { as: 'admin:admin' }
const newest = { version: '3.71' }
const server = '33333333-3333-4333-8333-333333333333'

const act = (cloud: VolumeCloud, id: string, body: object, asked = {}) =>
  cloud.send('POST', `/v3/volumes/${id}/action`, body, asked)

const makeType = async (cloud: VolumeCloud, name: string, specs: object = {}): Promise<string> => {
  const body = { volume_type: { name, extra_specs: specs } }
  return (await cloud.send('POST', '/v3/types', body, asAdmin)).body.volume_type.id
}

const named = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name)

test('the replies to creating and changing a volume type lack fields that GET shows', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const made = await cloud.send('POST', '/v3/types', { volume_type: { name: 'fast' } }, asAdmin)
  const path = `/v3/types/${made.body.volume_type.id}`
  const changed = await cloud.send('PUT', path, { volume_type: { description: 'x' } }, asAdmin)
  const shown = await cloud.send('GET', path, undefined, asAdmin)
  const keys = ({ body }: typeof made) => Object.keys(body.volume_type).sort()
  const always = ['description', 'extra_specs', 'id', 'is_public', 'name']
  const access = 'os-volume-type-access:is_public'
  assert.deepEqual(keys(changed), always)
  assert.deepEqual(keys(made), [...always, access])
  assert.deepEqual(keys(shown), [...always, access, 'qos_specs_id'])
})

test('a volume ends in error if no back end satisfies the extra specs of its type', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes({ protocol: 'iSCSI' }))
  await makeType(cloud, 'odd', { storage_protocol: 'bad' })
  await makeType(cloud, 'right', { storage_protocol: 'iSCSI', multiattach: '<is> True' })
  const status = async (volume_type: string) =>
    (await cloud.send('GET', `/v3/volumes/${await makeVolume(cloud, { volume_type })}`)).body.volume.status
  assert.deepEqual([await status('odd'), await status('right')], ['error', 'available'])
})

test('snapshots can be sorted, paged and filtered, and unknown keys are refused', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const volume_id = await makeVolume(cloud)
  for (const [name, metadata] of Object.entries({ b: { on: '1' }, a: { on: '2' }, c: {} }))
    await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id, name, metadata } })
  await cloud.settled()
  const list = (query: string, version = '3.71') =>
    cloud.send('GET', `/v3/snapshots?${query}`, undefined, { version })
  const names = async (query: string, version?: string) => named((await list(query, version)).body.snapshots)
  assert.deepEqual(await names('sort=name:asc'), ['a', 'b', 'c'])
  assert.deepEqual(await names('sort_key=name&sort_dir=desc'), ['c', 'b', 'a'])
  const page = await list('sort=name:asc&limit=1&with_count=1')
  assert.deepEqual([named(page.body.snapshots), page.body.count], [['a'], 3])
  assert.deepEqual(await names(`sort=name:asc&marker=${page.body.snapshots[0].id}`), ['b', 'c'])
  assert.deepEqual(await names(`metadata=${encodeURIComponent("{'on': '2'}")}`), ['a'])
  assert.deepEqual(await names('name~=B'), ['b'])
  for (const bad of ['sort=invalid', 'sort_key=invalid', 'sort=name:sideways', 'colour=red'])
    assert.equal((await list(bad)).status, 400, bad)
})

test('volume types can be paged, sorted and filtered by extra specs', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  await makeType(cloud, 'b', { multiattach: '<is> True', tier: 'gold' })
  await makeType(cloud, 'a', { tier: 'gold' })
  const list = async (query: string, asked = {}) =>
    (await cloud.send('GET', `/v3/types?${query}`, undefined, { ...newest, ...asked })).body
  const first = await list('sort=name:desc&limit=1')
  assert.deepEqual([named(first.volume_types), first.volume_type_links[0].rel], [['b'], 'next'])
  const { id } = first.volume_types[0]
  assert.deepEqual(named((await list(`sort=name:desc&marker=${id}`)).volume_types), ['a', '__DEFAULT__'])
  const gold = `sort=name:asc&extra_specs=${encodeURIComponent("{'tier': 'gold'}")}`
  const shared = `extra_specs=${encodeURIComponent("{'multiattach': '<is> True'}")}`
  assert.deepEqual(named((await list(gold, asAdmin)).volume_types), ['a', 'b'])
  // Only administrators see the extra spec `tier`.
  assert.deepEqual(named((await list(gold)).volume_types), [])
  assert.deepEqual(named((await list(shared)).volume_types), ['b'])
})

test('the same_host and different_host hints apply, and volumes can be filtered by creation time', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const first = await makeVolume(cloud)
  const beside = async (hints: object) => {
    const body = { volume: { size: 1 }, 'OS-SCH-HNT:scheduler_hints': hints }
    const { status, body: made } = await cloud.send('POST', '/v3/volumes', body, newest)
    if (status !== 202) return status
    await cloud.settled()
    return (await cloud.send('GET', `/v3/volumes/${made.volume.id}`)).body.volume.status
  }
  assert.equal(await beside({ same_host: first }), 'available')
  assert.equal(await beside({ different_host: [first] }), 'error')
  assert.equal(await beside({ same_host: ['no id'] }), 400)
  const list = (query: string) => cloud.send('GET', `/v3/volumes?${query}`, undefined, newest)
  const { created_at } = (await cloud.send('GET', `/v3/volumes/${first}`)).body.volume
  assert.equal((await list(`created_at=eq:${created_at}`)).body.volumes[0].id, first)
  assert.equal((await list('created_at=lt:2020-01-01T00:00:00')).body.volumes.length, 0)
  assert.equal((await list('created_at=gt:2020-01-01T00:00:00')).body.volumes.length, 3)
  assert.equal((await list('created_at=soon')).status, 400)
})

test('unknown keys of a new volume are refused from 3.53 on, and ignored before', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const order = { volume: { size: 1, colour: 'red' } }
  assert.equal((await cloud.send('POST', '/v3/volumes', order, { version: '3.52' })).status, 202)
  const refused = await cloud.send('POST', '/v3/volumes', order, { version: '3.53' })
  assert.equal(refused.status, 400)
  assert.match(refused.body.badRequest.message, /'colour' was unexpected/)
})

test('pools can be filtered by name and by volume type', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  await makeType(cloud, 'elsewhere', { volume_backend_name: 'rbd' })
  const pools = async (query: string) => {
    const path = `/v3/scheduler-stats/get_pools?${query}`
    const { status, body } = await cloud.send('GET', path, undefined, { ...asAdmin, ...newest })
    return status === 200 ? named(body.pools) : status
  }
  assert.deepEqual(await pools('name=one@fake%23fake'), ['one@fake#fake'])
  assert.deepEqual(await pools('name=other'), [])
  assert.deepEqual(await pools('volume_type=elsewhere'), [])
  assert.deepEqual(await pools('volume_type=__DEFAULT__'), ['one@fake#fake'])
  assert.equal(await pools('colour=red'), 400)
})

test('a volume in error is available after os-force_detach', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  const ofAttachment = (attachment_id: string) => ({ attachment_id, connector: null })
  for (const asked of [() => ({}), ofAttachment]) {
    const body = { attachment: { volume_uuid: id, instance_uuid: server, connector: { host: 'h' } } }
    const { attachment } = (await cloud.send('POST', '/v3/attachments', body, newest)).body
    await act(cloud, id, { 'os-reset_status': { status: 'error' } }, asAdmin)
    const detached = await act(cloud, id, { 'os-force_detach': asked(attachment.id) }, asAdmin)
    assert.equal(detached.status, 202, JSON.stringify(detached.body))
    const { status, attachments } = (await cloud.send('GET', `/v3/volumes/${id}`)).body.volume
    assert.deepEqual([status, attachments, cloud.backend.exported.size], ['available', [], 0])
  }
})

test('extending an attached volume sends volume-extended to compute', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  const attachment = { volume_uuid: id, instance_uuid: server, connector: { host: 'h' } }
  const made = await cloud.send('POST', '/v3/attachments', { attachment }, newest)
  await cloud.send('POST', `/v3/attachments/${made.body.attachment.id}/action`, { 'os-complete': {} }, newest)
  assert.equal((await act(cloud, id, { 'os-extend': { new_size: 2 } }, { version: '3.42' })).status, 202)
  await cloud.settled()
  const [event] = cloud.events
  assert.deepEqual([event?.name, event?.server_uuid, event?.tag], ['volume-extended', server, id])
  const { status, size } = (await cloud.send('GET', `/v3/volumes/${id}`)).body.volume
  assert.deepEqual([status, size], ['in-use', 2])
})

test('services can be filtered by host, with or without the back end', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const hosts = async (host: string) =>
    (await cloud.send('GET', `/v3/os-services?host=${host}`, undefined, asAdmin)).body.services.map(
      (each: { host: string }) => each.host,
    )
  assert.deepEqual(await hosts('one'), ['one', 'one@fake'])
  assert.deepEqual(await hosts('one@fake'), ['one@fake'])
  assert.deepEqual(await hosts('on'), [])
})

test('the metadata of a volume shows readonly as it was last set', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud, { metadata: { mine: '1' } })
  const shown = async () => (await cloud.send('GET', `/v3/volumes/${id}`)).body.volume.metadata
  for (const [readonly, said] of [
    [true, 'True'],
    [false, 'False'],
  ]) {
    await act(cloud, id, { 'os-update_readonly_flag': { readonly } })
    assert.deepEqual(await shown(), { mine: '1', readonly: said })
  }
})

test('a snapshot with the volume id null is refused with 404', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const reply = await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id: null } })
  assert.deepEqual([reply.status, reply.body.itemNotFound.message], [404, 'Volume None could not be found.'])
})

test('quotas per volume type are enforced, and the default quota class applies to every project', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  await makeType(cloud, 'fast')
  const path = '/v3/os-quota-sets/apples'
  const set = await cloud.send('PUT', path, { quota_set: { gigabytes_fast: 3, volumes_fast: 2 } }, asAdmin)
  assert.deepEqual([set.status, set.body.quota_set.gigabytes_fast], [200, 3])
  await makeVolume(cloud, { size: 2, volume_type: 'fast' })
  const more = await cloud.send('POST', '/v3/volumes', { volume: { size: 2, volume_type: 'fast' } })
  assert.equal(more.status, 413)
  assert.match(more.body.overLimit.message, /exceeds allowed gigabytes_fast quota/)
  assert.equal((await cloud.send('POST', '/v3/volumes', { volume: { size: 2 } })).status, 202)
  const usage = (await cloud.send('GET', `${path}?usage=true`)).body.quota_set
  assert.deepEqual(usage.gigabytes_fast, { limit: 3, in_use: 2, reserved: 0 })
  const unknown = await cloud.send('PUT', path, { quota_set: { gigabytes_slow: 3 } }, asAdmin)
  assert.equal(unknown.status, 400)

  const classes = '/v3/os-quota-class-sets/default'
  const changed = await cloud.send('PUT', classes, { quota_class_set: { volumes: 4 } }, asAdmin)
  assert.equal(changed.body.quota_class_set.volumes, 4)
  assert.equal((await cloud.send('GET', path)).body.quota_set.volumes, 4)
  assert.equal((await cloud.send('GET', classes, undefined, asAdmin)).body.quota_class_set.id, 'default')
})

test('extensions are listed and shown, and unknown paths answer 404', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const { extensions } = (await cloud.send('GET', '/v3/apples/extensions')).body
  assert.ok(extensions.length > 5)
  assert.ok(extensions.some(({ alias }: { alias: string }) => alias === 'os-types-extra-specs'))
  const { extension } = (await cloud.send('GET', '/v3/apples/extensions/os-types-extra-specs')).body
  assert.deepEqual(
    extension,
    extensions.find(({ alias }: { alias: string }) => alias === 'os-types-extra-specs'),
  )
  for (const path of [
    '/v3/apples/extensions/nothing',
    '/v3/nowhere',
    '/v3/apples/nowhere',
    '/v3/nowhere/at/all',
    '/v3/volumes/',
    '/v3/apples/volumes/',
  ])
    assert.equal((await cloud.send('GET', path)).status, 404, path)
  assert.equal((await cloud.send('GET', '/v3/pears/volumes')).status, 400)
})

test('metadata by which services find their volumes is hidden from users', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const metadata = { nimbo_made_for_disk: 'd', mine: '1' }
  const order = { volume: { size: 1, metadata, project_id: 'apples' } }
  const { id } = (await cloud.send('POST', '/v3/volumes', order, asAdmin)).body.volume
  await cloud.settled()
  assert.deepEqual((await cloud.send('GET', `/v3/volumes/${id}`)).body.volume.metadata, { mine: '1' })
  assert.deepEqual((await cloud.send('GET', `/v3/volumes/${id}/metadata`)).body.metadata, { mine: '1' })
  const filter = encodeURIComponent('{"nimbo_made_for_disk": "d"}')
  assert.deepEqual((await cloud.send('GET', `/v3/volumes?metadata=${filter}`)).body.volumes, [])
})

test('updated_at of a volume is null until its first change', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const made = await cloud.send('POST', '/v3/volumes', { volume: { size: 1 } })
  assert.equal(made.body.volume.updated_at, null)
  await cloud.settled()
  const { volume } = (await cloud.send('GET', `/v3/volumes/${made.body.volume.id}`)).body
  assert.ok(volume.updated_at > volume.created_at)
})

test('the short list of snapshots lacks fields that a single snapshot shows', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const volume_id = await makeVolume(cloud)
  const made = await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id } }, newest)
  const [listed] = (await cloud.send('GET', '/v3/snapshots', undefined, newest)).body.snapshots
  const more = Object.keys(made.body.snapshot).filter((name) => !Object.hasOwn(listed, name))
  assert.deepEqual(more.sort(), ['consumes_quota', 'group_snapshot_id', 'user_id'])
})
