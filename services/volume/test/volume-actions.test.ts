import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiveAll, telling } from '@nimbo/testkit/received-notifications'
import { type FakeVolumes, fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { image, makeVolume, startVolumeCloud, type VolumeCloud } from './volume-cloud.ts'

const asAdmin = { as: 'admin:admin' }
const newest = { version: '3.71' }

const act = async (cloud: VolumeCloud, id: string, body: object, asked = {}) => {
  const reply = await cloud.send('POST', `/v3/volumes/${id}/action`, body, { ...newest, ...asked })
  await cloud.settled()
  return reply
}

const shown = async (cloud: VolumeCloud, id: string) =>
  (await cloud.send('GET', `/v3/volumes/${id}`, undefined, asAdmin)).body.volume

const takeSnapshot = async (cloud: VolumeCloud, volume_id: string): Promise<string> => {
  const taken = await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id } }, newest)
  await cloud.settled()
  return taken.body.snapshot.id
}

const makeType = (cloud: VolumeCloud, name: string, extra_specs: object = {}) =>
  cloud.send('POST', '/v3/types', { volume_type: { name, extra_specs } }, asAdmin)

test('a volume can be reverted to its latest snapshot, and to no older one', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes(), { config: telling })
  await using heard = await receiveAll(cloud.bus)
  const id = await makeVolume(cloud)
  const [first, latest] = [await takeSnapshot(cloud, id), await takeSnapshot(cloud, id)]
  const older = await act(cloud, id, { revert: { snapshot_id: first } })
  assert.deepEqual([older.status, Object.keys(older.body)], [400, ['badRequest']])
  assert.equal((await act(cloud, id, { revert: { snapshot_id: latest } }, { version: '3.39' })).status, 404)
  assert.equal((await act(cloud, id, { revert: { snapshot_id: latest } })).status, 202)
  assert.deepEqual([(await shown(cloud, id)).status, cloud.backend.made.get(id)?.from], ['available', latest])
  assert.equal((await cloud.send('GET', `/v3/snapshots/${latest}`)).body.snapshot.status, 'available')
  cloud.backend.failOn('revert')
  assert.equal((await act(cloud, id, { revert: { snapshot_id: latest } })).status, 202)
  assert.equal((await shown(cloud, id)).status, 'error')
  await cloud.told()
  const reverts = heard.events(id).filter((event) => event.startsWith('volume.revert'))
  assert.deepEqual(reverts, ['volume.revert.start', 'volume.revert.end', 'volume.revert.start'])
  await heard.assertDeclared()
})

test('a snapshot of a volume that is migrating is refused', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  const taken = (force: boolean) =>
    cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id: id, force } }, { version: '3.65' })
  for (const migration_status of ['migrating', 'error']) {
    assert.equal((await act(cloud, id, { 'os-reset_status': { migration_status } }, asAdmin)).status, 202)
    const { status, body } = await taken(true)
    assert.equal(status, migration_status === 'error' ? 202 : 400, JSON.stringify(body))
    if (status === 400)
      assert.equal(
        body.badRequest.message,
        'Invalid volume: Snapshot cannot be created while volume is migrating.',
      )
  }
})

test('reimaging a volume writes the image and its metadata; a reserved one needs reimage_reserved', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  const gone = { 'os-reimage': { image_id: '99999999-9999-4999-8999-999999999999' } }
  assert.equal((await act(cloud, id, gone)).status, 404)
  const reimage = { 'os-reimage': { image_id: image.id } }
  assert.equal((await act(cloud, id, reimage)).status, 202)
  const { status, bootable, volume_image_metadata } = await shown(cloud, id)
  assert.deepEqual([status, bootable, volume_image_metadata.os_distro], ['available', 'true', 'cirros'])
  assert.equal(cloud.backend.made.get(id)?.from, 'bytes')
  const server = '33333333-3333-4333-8333-333333333333'
  const attachment = { volume_uuid: id, instance_uuid: server }
  await cloud.send('POST', '/v3/attachments', { attachment }, newest)
  assert.equal((await act(cloud, id, reimage)).status, 400)
  const reserved = { 'os-reimage': { image_id: image.id, reimage_reserved: true } }
  assert.equal((await act(cloud, id, reserved)).status, 202)
  assert.equal((await shown(cloud, id)).status, 'reserved')
  assert.deepEqual(
    cloud.events.map(({ name, server_uuid }) => [name, server_uuid]),
    [['volume-reimaged', server]],
  )
  const unset = (key: string) => act(cloud, id, { 'os-unset_image_metadata': { key } })
  assert.deepEqual([(await unset('os_distro')).status, (await unset('os_distro')).status], [200, 404])
  assert.ok(!('os_distro' in (await shown(cloud, id)).volume_image_metadata))
})

test('retyping changes a volume in place, or migrates it if the migration policy allows', async () => {
  const second = fakeVolumes({ name: 'second', protocol: 'iSCSI' })
  await using cloud = await startVolumeCloud(fakeVolumes(), { more: [second], config: telling })
  await using heard = await receiveAll(cloud.bus)
  await makeType(cloud, 'first', { storage_protocol: 'fake' })
  await makeType(cloud, 'same', { storage_protocol: 'fake', multiattach: '<is> True' })
  await makeType(cloud, 'other', { storage_protocol: 'iSCSI' })
  const id = await makeVolume(cloud, { volume_type: 'first' })
  const retype = (new_type: string, migration_policy?: string) =>
    act(cloud, id, { 'os-retype': { new_type, migration_policy } })
  const is = async () => {
    const { status, volume_type, multiattach, 'os-vol-host-attr:host': host } = await shown(cloud, id)
    return [status, volume_type, multiattach, host]
  }
  assert.equal((await retype('first')).status, 400)
  assert.equal((await retype('unheard')).status, 404)
  assert.equal((await retype('same')).status, 202)
  assert.deepEqual(await is(), ['available', 'same', true, 'one@fake#fake'])
  assert.equal((await retype('other', 'never')).status, 202)
  assert.deepEqual(await is(), ['available', 'same', true, 'one@fake#fake'])
  second.failOn('create-from-connection', { times: 1 })
  await retype('other', 'on-demand')
  assert.deepEqual(await is(), ['available', 'same', true, 'one@fake#fake'])
  assert.deepEqual([second.made.size, cloud.backend.made.size], [0, 1])
  assert.equal((await retype('other', 'on-demand')).status, 202)
  assert.deepEqual(await is(), ['available', 'other', false, 'one@second#second'])
  assert.deepEqual([second.made.get(id)?.from, cloud.backend.made.size], [`/fake/${id}`, 0])
  assert.equal(cloud.backend.exported.size, 0)
  await cloud.told()
  assert.equal(heard.events(id).filter((event) => event === 'volume.retype').length, 2)
  const limits = { quota_set: { gigabytes_first: 0 } }
  await cloud.send('PUT', '/v3/os-quota-sets/apples', limits, asAdmin)
  assert.equal((await retype('first', 'on-demand')).status, 413)
})

test('an administrator migrates a volume to another back end and sees its migration_status', async () => {
  const second = fakeVolumes({ name: 'second' })
  await using cloud = await startVolumeCloud(fakeVolumes(), { more: [second] })
  const { volume } = (await cloud.send('POST', '/v3/volumes', { volume: { size: 1 } })).body
  await cloud.settled()
  const { id } = volume
  const from = (await shown(cloud, id))['os-vol-host-attr:host']
  const to = from === 'one@fake#fake' ? 'one@second#second' : 'one@fake#fake'
  const migrate = (host: string, asked = asAdmin) =>
    act(cloud, id, { 'os-migrate_volume': { host, lock_volume: true } }, asked)
  assert.equal((await migrate(to, { as: 'ann:apples' })).status, 403)
  assert.deepEqual([(await migrate(from)).status, (await migrate('one@none#none')).status], [400, 400])
  assert.equal((await migrate(to)).status, 202)
  const moved = await shown(cloud, id)
  assert.deepEqual(
    [moved.status, moved['os-vol-host-attr:host'], moved.migration_status],
    ['available', to, 'success'],
  )
  await takeSnapshot(cloud, id)
  assert.equal((await migrate(from)).status, 400)
})

test('uploading a volume as an image copies its content and image metadata', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud, { imageRef: image.id })
  const upload = (more: object = {}) =>
    act(cloud, id, { 'os-volume_upload_image': { image_name: 'copy', disk_format: 'raw', ...more } })
  const made = await upload({ visibility: 'private' })
  assert.equal(made.status, 202, JSON.stringify(made.body))
  const { image_id, status, visibility } = made.body['os-volume_upload_image']
  assert.deepEqual([status, visibility], ['uploading', 'private'])
  const kept = cloud.images.get(image_id)
  assert.deepEqual(
    [kept?.record.name, kept?.record.os_distro, kept?.record.min_disk, kept?.bytes],
    ['copy', 'cirros', 1, 'bytes'],
  )
  assert.equal((await shown(cloud, id)).status, 'available')
  assert.equal((await upload({ disk_format: 'qcow2' })).status, 400)
  assert.equal((await upload({ visibility: 'public' })).status, 403)
  cloud.backend.failOn('read', { times: 1 })
  await upload()
  assert.deepEqual([cloud.images.size, (await shown(cloud, id)).status], [1, 'available'])
})

test('a volume that is extended while its image is recorded is not uploaded, and leaves no image', async () => {
  let extend = async (): Promise<unknown> => undefined
  await using cloud = await startVolumeCloud(fakeVolumes(), { whenImageIsMade: () => extend() })
  const id = await makeVolume(cloud)
  extend = async () => {
    assert.equal((await act(cloud, id, { 'os-extend': { new_size: 2 } })).status, 202)
  }
  const upload = { 'os-volume_upload_image': { image_name: 'copy', disk_format: 'raw' } }
  const { status, body } = await act(cloud, id, upload)
  assert.equal(status, 409)
  assert.match(body.conflictingRequest.message, /was changed by another request/)
  const { status: left, size } = await shown(cloud, id)
  assert.deepEqual([left, size, cloud.images.size], ['available', 2, 0])
})

test('a volume with snapshots can be deleted with cascade only, together with them', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  await takeSnapshot(cloud, id)
  await takeSnapshot(cloud, id)
  assert.equal((await cloud.send('DELETE', `/v3/volumes/${id}`)).status, 400)
  assert.equal((await cloud.send('DELETE', `/v3/volumes/${id}?cascade=True`)).status, 202)
  await cloud.settled()
  assert.equal((await cloud.send('GET', `/v3/volumes/${id}`)).status, 404)
  assert.deepEqual((await cloud.send('GET', '/v3/snapshots')).body.snapshots, [])
  assert.deepEqual([cloud.backend.made.size, cloud.backend.snapshotted.size], [0, 0])
})

test('a volume that is migrating can be deleted once the migration has ended, not even by force before', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  const migrating = { 'os-reset_status': { migration_status: 'migrating' } }
  assert.equal((await act(cloud, id, migrating, asAdmin)).status, 202)
  const refused = await cloud.send('DELETE', `/v3/volumes/${id}`)
  assert.equal(refused.status, 400)
  assert.match(refused.body.badRequest.message, /must not be migrating/)
  assert.equal((await act(cloud, id, { 'os-force_delete': {} }, asAdmin)).status, 400)
  assert.equal((await shown(cloud, id)).status, 'available')
  const ended = { 'os-reset_status': { migration_status: 'success' } }
  assert.equal((await act(cloud, id, ended, asAdmin)).status, 202)
  assert.equal((await cloud.send('DELETE', `/v3/volumes/${id}`)).status, 202)
})

test('a volume or snapshot that is being deleted can be deleted by force once more', async () => {
  const backend = fakeVolumes()
  const { snapshots } = backend
  const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>()
  const slow: FakeVolumes = {
    ...backend,
    volumes: { ...backend.volumes, remove: (id) => mayGo.then(() => backend.volumes.remove(id)) },
    snapshots: { ...snapshots, remove: (id, of) => mayGo.then(() => snapshots.remove(id, of)) },
  }
  await using cloud = await startVolumeCloud(slow)
  const volume = await makeVolume(cloud)
  const kept = await makeVolume(cloud)
  const snapshot = await takeSnapshot(cloud, kept)
  const paths = [`/v3/snapshots/${snapshot}`, `/v3/volumes/${volume}`]
  for (const path of paths) {
    const ask = (body: object) => cloud.send('POST', `${path}/action`, body, { ...newest, ...asAdmin })
    // Only the status, set by an administrator: nothing deletes the resource yet.
    await ask({ 'os-reset_status': { status: 'deleting' } })
    for (const _ of ['first', 'once more']) assert.equal((await ask({ 'os-force_delete': {} })).status, 202)
  }
  letGo()
  await cloud.settled()
  for (const path of paths) assert.equal((await cloud.send('GET', path)).status, 404)
})

test('the status, progress and metadata of a snapshot can be set, and it can be force-deleted', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await takeSnapshot(cloud, await makeVolume(cloud))
  const path = `/v3/snapshots/${id}`
  const to = (body: object, asked = {}) => cloud.send('POST', `${path}/action`, body, { ...newest, ...asked })
  const reset = (status: string, asked = {}) => to({ 'os-reset_status': { status } }, asked)
  assert.equal((await reset('creating')).status, 403)
  assert.equal((await reset('lost', asAdmin)).status, 400)
  assert.equal((await reset('creating', asAdmin)).status, 202)
  const update = (status: string, progress?: string) =>
    to({ 'os-update_snapshot_status': { status, progress } })
  assert.deepEqual(
    [
      (await update('creating', '80%')).status,
      (await update('deleting')).status,
      (await update('creating', '101%')).status,
    ],
    [202, 400, 400],
  )
  const { snapshot } = (await cloud.send('GET', path)).body
  assert.equal(snapshot['os-extended-snapshot-attributes:progress'], '80%')
  const meta = `${path}/metadata/a`
  assert.equal((await cloud.send('GET', meta)).status, 404)
  assert.deepEqual((await cloud.send('PUT', meta, { meta: { a: '1' } })).body, { meta: { a: '1' } })
  assert.deepEqual((await cloud.send('GET', meta)).body, { meta: { a: '1' } })
  assert.equal((await cloud.send('PUT', meta, { meta: { b: '1' } })).status, 400)
  assert.equal((await cloud.send('DELETE', path)).status, 400)
  assert.equal((await to({ 'os-force_delete': {} }, asAdmin)).status, 202)
  await cloud.settled()
  assert.equal((await cloud.send('GET', path)).status, 404)
})
