import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { eventually } from '@nimbo/testing/eventually'
import { receiveAll, telling } from '@nimbo/testkit/received-notifications'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'
import { makeVolume, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const asAdmin = { as: 'admin:admin', version: '3.71' }

const manage = async (cloud: VolumeCloud, volume: object) => {
  const reply = await cloud.send('POST', '/v3/manageable_volumes', { volume }, asAdmin)
  await cloud.settled()
  return reply
}

const shown = async (cloud: VolumeCloud, kind: 'volume' | 'snapshot', id: string) =>
  (await cloud.send('GET', `/v3/${kind}s/${id}`, undefined, asAdmin)).body[kind]

const unmanage = async (cloud: VolumeCloud, path: string) => {
  const reply = await cloud.send('POST', `/v3/${path}/action`, { 'os-unmanage': null }, asAdmin)
  await cloud.settled()
  return reply.status
}

const listed = async (cloud: VolumeCloud, path: string, key: string) =>
  (await cloud.send('GET', `/v3/${path}`, undefined, asAdmin)).body[key]

test('a disk on a back end is managed as a volume, unmanaged with its snapshot, and managed again', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-manageable-'))
  try {
    await writeFile(join(directory, 'old-disk.raw'), 'what an operator had')
    await using cloud = await startVolumeCloud(fileVolumes({ directory }), { config: telling })
    await using heard = await receiveAll(cloud.bus)
    const host = 'one@file'
    assert.deepEqual(await listed(cloud, `manageable_volumes/detail?host=${host}`, 'manageable-volumes'), [
      {
        ...{ reference: { 'source-name': 'old-disk.raw' }, size: 1, safe_to_manage: true },
        ...{ reason_not_safe: null, cinder_id: null, extra_info: null },
      },
    ])
    const ref = { 'source-name': 'old-disk.raw' }
    const { status, body } = await manage(cloud, { host: `${host}#file`, ref, name: 'old', bootable: true })
    assert.deepEqual([status, body.volume.status, body.volume.size], [202, 'managing', 0])
    const { id } = body.volume
    const volume = await shown(cloud, 'volume', id)
    assert.deepEqual([volume.status, volume.size, volume.bootable], ['available', 1, 'true'])
    await cloud.told()
    assert.deepEqual(heard.events(id), ['volume.manage_existing.start', 'volume.manage_existing.end'])
    assert.partialDeepStrictEqual(heard.last('volume.manage_existing.end').payload, {
      ...{ size: 1, status: 'available', tenant_id: 'admin' },
    })
    await heard.assertDeclared()
    const [managed] = await listed(cloud, `os-volume-manage/detail?host=${host}`, 'manageable-volumes')
    assert.deepEqual(
      [managed.cinder_id, managed.safe_to_manage, managed.reason_not_safe],
      [id, false, 'already managed'],
    )

    const taken = await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id: id } }, asAdmin)
    await cloud.settled()
    const snapshotId = taken.body.snapshot.id
    assert.equal(await unmanage(cloud, `volumes/${id}`), 400, 'a volume with snapshots')
    assert.equal(await unmanage(cloud, `snapshots/${snapshotId}`), 202)
    assert.equal(await shown(cloud, 'snapshot', snapshotId), undefined)
    const [given] = await listed(cloud, `os-snapshot-manage/detail?host=${host}`, 'manageable-snapshots')
    assert.deepEqual(
      [given.safe_to_manage, given.source_reference],
      [true, { 'source-name': `volume-${id}` }],
    )
    for (const path of ['manageable_snapshots', 'manageable_snapshots/detail', 'os-snapshot-manage']) {
      const [same] = await listed(cloud, `${path}?host=${host}`, 'manageable-snapshots')
      assert.deepEqual(same.reference, given.reference, path)
    }
    const snapshot = { volume_id: id, ref: given.reference, name: 'again' }
    const again = await cloud.send('POST', '/v3/os-snapshot-manage', { snapshot }, asAdmin)
    await cloud.settled()
    assert.equal(again.status, 202)
    assert.equal((await shown(cloud, 'snapshot', again.body.snapshot.id)).status, 'available')
    await cloud.told()
    const managedSnapshot = ['start', 'end'].map((phase) => `snapshot.manage_existing_snapshot.${phase}`)
    assert.deepEqual(heard.events(again.body.snapshot.id), managedSnapshot)
    await heard.assertDeclared()

    assert.equal(await unmanage(cloud, `snapshots/${again.body.snapshot.id}`), 202)
    assert.equal(await unmanage(cloud, `volumes/${id}`), 202)
    assert.equal(await shown(cloud, 'volume', id), undefined)
    assert.ok((await readdir(directory)).includes(`volume-${id}`), 'the data stays')
    const [left] = await listed(cloud, `os-volume-manage?host=${host}`, 'manageable-volumes')
    assert.deepEqual(left.reference, { 'source-name': `volume-${id}` })
    const order = { volume: { host: `${host}#file`, ref: left.reference } }
    const { body: back } = await cloud.send('POST', '/v3/os-volume-manage', order, asAdmin)
    await cloud.settled()
    assert.equal((await shown(cloud, 'volume', back.volume.id)).status, 'available')
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

test('a disk that cannot be managed stays unchanged, and its volume ends in error_managing', async () => {
  const backend = fakeVolumes()
  await using cloud = await startVolumeCloud(backend)
  backend.put('disk', { sizeGb: 3 })
  const host = 'one@fake'
  const wrongs: readonly (readonly [object, number])[] = [
    [{ host: 'nowhere@fake', ref: { 'source-name': 'disk' } }, 400],
    [{ host, ref: { 'source-name': 'disk' }, volume_type: 'unknown' }, 404],
    [{ host, ref: { 'source-name': 'disk' }, availability_zone: 'mars' }, 400],
    [{ ref: { 'source-name': 'disk' } }, 400],
    [{ host }, 400],
  ]
  for (const [volume, expected] of wrongs) assert.equal((await manage(cloud, volume)).status, expected)
  for (const ref of [{ 'source-name': 'gone' }, { 'source-id': 'disk' }]) {
    const { status, body } = await manage(cloud, { host, ref })
    const { status: ended, size } = await shown(cloud, 'volume', body.volume.id)
    assert.deepEqual([status, ended, size], [202, 'error_managing', 0])
    assert.equal(await unmanage(cloud, `volumes/${body.volume.id}`), 202)
  }
  const quota = { quota_set: { gigabytes: 2 } }
  await cloud.send('PUT', '/v3/os-quota-sets/admin', quota, asAdmin)
  const { body } = await manage(cloud, { host, ref: { 'source-name': 'disk' } })
  assert.equal((await shown(cloud, 'volume', body.volume.id)).status, 'error_managing', 'more than the quota')
  assert.deepEqual(backend.made.get('disk'), { sizeGb: 3 }, 'it has its old name again')
})

test('neither the data of a managed volume nor of a snapshot can be managed as another volume', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-taken-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  await using cloud = await startVolumeCloud(fileVolumes({ directory }))
  const id = await makeVolume(cloud)
  const taken = await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id: id } })
  await cloud.settled()
  const before = (await readdir(directory)).toSorted()
  for (const name of [`volume-${id}`, `snapshot-${taken.body.snapshot.id}`]) {
    const { body } = await manage(cloud, { host: 'one@file', ref: { 'source-name': name } })
    assert.equal((await shown(cloud, 'volume', body.volume.id)).status, 'error_managing', name)
  }
  assert.deepEqual((await readdir(directory)).toSorted(), before)
})

test('deleting a snapshot while it is being managed deletes its data too', async () => {
  const backend = fakeVolumes()
  const [begun, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using cloud = await startVolumeCloud({
    ...backend,
    existing: {
      ...backend.existing,
      adoptSnapshot: async (...input) => {
        begun.resolve()
        await open.promise
        await backend.existing.adoptSnapshot(...input)
      },
    },
  })
  const volume_id = await makeVolume(cloud)
  await backend.snapshots.create('found', volume_id)
  const order = { snapshot: { volume_id, ref: { 'source-name': 'found' } } }
  const { id } = (await cloud.send('POST', '/v3/manageable_snapshots', order, asAdmin)).body.snapshot
  await begun.promise
  const force = { 'os-force_delete': {} }
  assert.equal((await cloud.send('POST', `/v3/snapshots/${id}/action`, force, asAdmin)).status, 202)
  const db = await cloud.database()
  await eventually(async () => {
    const flows = await db.selectFrom('flows').select(['name', 'state', 'cancelled']).execute()
    const isWaiting = flows.some(({ name, state }) => name === 'delete-snapshot' && state === 'parked')
    assert.ok(isWaiting || flows.some(({ cancelled }) => cancelled !== null))
  })
  open.resolve()
  await eventually(async () => assert.equal(await shown(cloud, 'snapshot', id), undefined))
  await cloud.settled()
  assert.deepEqual([...backend.snapshotted], [])
})

test('an unmanaged snapshot can be managed by its Cinder name, and an unknown name ends in error', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-managed-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  await using cloud = await startVolumeCloud(fileVolumes({ directory }))
  const id = await makeVolume(cloud)
  const { body } = await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id: id } })
  await cloud.settled()
  assert.equal(await unmanage(cloud, `snapshots/${body.snapshot.id}`), 202)
  const adopt = async (name: string): Promise<string> => {
    const snapshot = { volume_id: id, ref: { 'source-name': name } }
    const made = await cloud.send('POST', '/v3/manageable_snapshots', { snapshot }, asAdmin)
    assert.equal(made.status, 202, JSON.stringify(made.body))
    await cloud.settled()
    return (await shown(cloud, 'snapshot', made.body.snapshot.id)).status
  }
  assert.equal(await adopt(`_snapshot-${id}`), 'error')
  assert.equal(await adopt(`_snapshot-${body.snapshot.id}`), 'available')
})

test('only administrators list manageable volumes, which are sorted and paged', async () => {
  const backend = fakeVolumes()
  await using cloud = await startVolumeCloud(backend)
  for (const [name, sizeGb] of [['a', 3] as const, ['b', 1] as const, ['c', 2] as const])
    backend.put(name, { sizeGb })
  const names = async (query: string) =>
    (await listed(cloud, `manageable_volumes?host=one@fake&${query}`, 'manageable-volumes')).map(
      ({ reference }: { reference: Record<string, string> }) => reference['source-name'],
    )
  assert.deepEqual(await names(''), ['c', 'b', 'a'])
  assert.deepEqual(await names('sort=size:asc'), ['b', 'c', 'a'])
  assert.deepEqual(await names('sort=reference:asc&limit=1&offset=1'), ['b'])
  const marker = encodeURIComponent("{'source-name': 'b'}")
  assert.deepEqual(await names(`sort=reference:asc&marker=${marker}`), ['c'])
  const ask = async (query: string, asked: object) =>
    (await cloud.send('GET', `/v3/manageable_volumes?${query}`, undefined, asked)).status
  assert.equal(await ask('', asAdmin), 400)
  assert.equal(await ask('host=one@fake&sort=name', asAdmin), 400)
  assert.equal(await ask('host=one@fake', { version: '3.71' }), 403)
  assert.equal(await ask('host=one@fake', { as: 'admin:admin', version: '3.7' }), 404)
})

test('a volume that is reserved for a server or attached to one cannot be unmanaged', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  const server = '33333333-3333-4333-8333-333333333333'
  const attachment = { volume_uuid: id, instance_uuid: server }
  const made = await cloud.send('POST', '/v3/attachments', { attachment }, { version: '3.71' })
  assert.equal(await unmanage(cloud, `volumes/${id}`), 400)
  const path = `/v3/attachments/${made.body.attachment.id}`
  const asNova = { as: 'admin:service', version: '3.71' }
  const connector = { host: 'compute1', ip: '127.0.0.1', mountpoint: '/dev/vdb', multipath: false }
  await cloud.send('PUT', path, { attachment: { connector } }, asNova)
  await cloud.send('POST', `${path}/action`, { 'os-complete': {} }, asNova)
  assert.equal((await shown(cloud, 'volume', id)).status, 'in-use')
  assert.equal(await unmanage(cloud, `volumes/${id}`), 400)
  // The attachment counts, whatever status an administrator sets.
  const reset = { 'os-reset_status': { status: 'available' } }
  assert.equal((await cloud.send('POST', `/v3/volumes/${id}/action`, reset, asAdmin)).status, 202)
  assert.equal(await unmanage(cloud, `volumes/${id}`), 400)
  assert.equal((await cloud.send('DELETE', path, undefined, asNova)).status, 200)
  assert.equal(await unmanage(cloud, `volumes/${id}`), 202)
})
