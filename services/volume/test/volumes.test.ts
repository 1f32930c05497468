import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { image, makeVolume, startVolumeCloud } from './volume-cloud.ts'

test('a blank volume is creating in the reply, then available, and gone after its deletion', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const order = { volume: { name: 'data', size: 2, metadata: { use: 'logs' } } }
  const made = await cloud.send('POST', '/v3/volumes', order)
  assert.equal(made.status, 202)
  assert.equal(made.body.volume.status, 'creating')
  const { id } = made.body.volume
  await cloud.settled()

  const shown = (await cloud.send('GET', `/v3/volumes/${id}`)).body.volume
  assert.deepEqual(
    [shown.status, shown.size, shown.bootable, shown.metadata, shown.volume_type, shown.availability_zone],
    ['available', 2, 'false', { use: 'logs' }, '__DEFAULT__', 'nova'],
  )
  assert.deepEqual(cloud.backend.made.get(id), { sizeGb: 2 })

  assert.equal((await cloud.send('DELETE', `/v3/volumes/${id}`)).status, 202)
  await cloud.settled()
  const gone = await cloud.send('GET', `/v3/volumes/${id}`)
  assert.equal(gone.status, 404)
  assert.deepEqual(gone.body, { itemNotFound: { code: 404, message: `Volume ${id} could not be found.` } })
  assert.equal(cloud.backend.made.size, 0)
})

test('a volume from an image has its content, is bootable, and shows its properties', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud, { imageRef: image.id })
  const { volume } = (await cloud.send('GET', `/v3/volumes/${id}`)).body
  assert.equal(volume.status, 'available')
  assert.equal(volume.bootable, 'true')
  assert.equal(volume.volume_image_metadata.image_id, image.id)
  assert.equal(volume.volume_image_metadata.os_distro, 'cirros')
  assert.deepEqual(cloud.backend.made.get(id), { sizeGb: 1, from: 'bytes' })

  const unknown = await cloud.send('POST', '/v3/volumes', {
    volume: { size: 1, imageRef: '22222222-2222-4222-8222-222222222222' },
  })
  assert.equal(unknown.status, 400)
  assert.equal(
    unknown.body.badRequest.message,
    'Invalid image identifier or unable to access requested image.',
  )
})

test('a copy of a volume is at least as large as the original', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const original = await makeVolume(cloud, { size: 2 })
  const copy = await makeVolume(cloud, { size: null, source_volid: original })
  assert.deepEqual(cloud.backend.made.get(copy), { sizeGb: 2, from: original })
  const small = await cloud.send('POST', '/v3/volumes', { volume: { size: 1, source_volid: original } })
  assert.equal(small.status, 400)
  assert.match(small.body.badRequest.message, /cannot be smaller than original volume size 2GB/)
})

test('a volume that cannot be created ends in error and leaves nothing on the back end', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  cloud.backend.failOn('create')
  const id = await makeVolume(cloud)
  assert.equal((await cloud.send('GET', `/v3/volumes/${id}`)).body.volume.status, 'error')
  assert.equal(cloud.backend.made.size, 0)
  await cloud.send('DELETE', `/v3/volumes/${id}`)
  await cloud.settled()
  assert.equal((await cloud.send('GET', `/v3/volumes/${id}`)).status, 404)
})

test('a volume whose content cannot be removed ends in error_deleting and can be deleted again', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  cloud.backend.failOn('remove', { times: 1 })
  await cloud.send('DELETE', `/v3/volumes/${id}`)
  await cloud.settled()
  assert.equal((await cloud.send('GET', `/v3/volumes/${id}`)).body.volume.status, 'error_deleting')
  assert.equal((await cloud.send('DELETE', `/v3/volumes/${id}`)).status, 202)
  await cloud.settled()
  assert.equal((await cloud.send('GET', `/v3/volumes/${id}`)).status, 404)
})

test('another project does not see a volume; an administrator sees it with its host', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  const asBob = { as: 'bob:pears' }
  assert.equal((await cloud.send('GET', `/v3/volumes/${id}`, undefined, asBob)).status, 404)
  assert.equal((await cloud.send('DELETE', `/v3/volumes/${id}`, undefined, asBob)).status, 404)
  assert.deepEqual((await cloud.send('GET', '/v3/volumes?all_tenants=1', undefined, asBob)).body.volumes, [])
  const asAdmin = { as: 'admin:admin' }
  assert.equal(
    (await cloud.send('GET', '/v3/volumes/detail?all_tenants=1', undefined, asAdmin)).body.volumes[0][
      'os-vol-host-attr:host'
    ],
    'one@fake#fake',
  )
  assert.deepEqual((await cloud.send('GET', '/v3/volumes', undefined, asAdmin)).body.volumes, [])
})

test('the eleventh volume of a project is refused with a message that names the limit', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const orders = Array.from({ length: 11 }, () => cloud.send('POST', '/v3/volumes', { volume: { size: 1 } }))
  const replies = await Promise.all(orders)
  assert.equal(replies.filter(({ status }) => status === 202).length, 10)
  const refused = replies.find(({ status }) => status !== 202)
  assert.equal(refused?.status, 413)
  assert.deepEqual(refused?.body, {
    overLimit: {
      code: 413,
      message: "VolumeLimitExceeded: Maximum number of volumes allowed (10) exceeded for quota 'volumes'.",
      retryAfter: '0',
    },
  })
})

test('paths may contain the project id, which must be that of the token', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  const { volume } = (await cloud.send('GET', `/v3/apples/volumes/${id}`)).body
  assert.equal(volume.links[0].href, `http://cloud/volume/v3/apples/volumes/${id}`)
  assert.equal(volume.links[1].href, `http://cloud/volume/apples/volumes/${id}`)
  const other = await cloud.send('GET', `/v3/pears/volumes/${id}`)
  assert.deepEqual([other.status, other.body.badRequest.message], [400, 'Malformed request url'])
})

test('lists are paged by marker, sorted and filtered', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  for (const name of ['b', 'a', 'c']) await makeVolume(cloud, { name, metadata: { first: name } })
  const names = async (query: string, version = '3.0'): Promise<string[]> =>
    (await cloud.send('GET', `/v3/volumes?${query}`, undefined, { version })).body.volumes.map(
      (each: { name: string }) => each.name,
    )
  assert.deepEqual(await names(''), ['c', 'a', 'b'])
  assert.deepEqual(await names('sort=name:asc'), ['a', 'b', 'c'])
  assert.deepEqual(await names('name=a'), ['a'])
  assert.deepEqual(await names('name~=A', '3.34'), ['a'])
  assert.deepEqual(await names('name=A'), [])
  assert.deepEqual(await names("metadata={'first': 'b'}"), ['b'])
  assert.deepEqual(await names('status=error'), [])
  const page = (await cloud.send('GET', '/v3/volumes?limit=2&sort=name:asc')).body
  const next = new URL(page.volumes_links[0].href)
  assert.deepEqual(await names(next.search.slice(1)), ['c'])
})

test('attributes appear with the microversion that brought them', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const id = await makeVolume(cloud)
  const at = async (version: string) =>
    (await cloud.send('GET', `/v3/volumes/${id}`, undefined, { version })).body.volume
  const oldest = await at('3.0')
  const newest = await at('3.71')
  for (const name of ['group_id', 'shared_targets', 'service_uuid', 'volume_type_id', 'consumes_quota']) {
    assert.ok(!(name in oldest), name)
    assert.ok(name in newest, name)
  }
  assert.ok('group_id' in (await at('3.13')) && !('shared_targets' in (await at('3.47'))))
  const beyond = await cloud.send('GET', '/v3/volumes', undefined, { version: '3.72' })
  assert.deepEqual([beyond.status, Object.keys(beyond.body)], [406, ['computeFault']])
})

test('the versions are listed at / and at /v3', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const root = await cloud.send('GET', '/')
  assert.equal(root.status, 300)
  assert.equal(root.body.versions[0].links[1].href, 'http://cloud/volume/v3/')
  const v3 = await cloud.send('GET', '/v3')
  assert.deepEqual([v3.status, v3.body.versions[0].version], [200, '3.71'])
})
