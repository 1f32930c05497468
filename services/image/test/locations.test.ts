import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { startImageStory } from './image-story.ts'
import { webServer } from './web-server.ts'

type Story = Awaited<ReturnType<typeof startImageStory>>

const bytes = Buffer.from('the bytes of an image that stay where they are')
const anyPort = { OS_IMPORT_FILTERING_OPTS__ALLOWED_PORTS: '' }
const sha512 = createHash('sha512').update(bytes).digest('hex')

const add = (story: Story, id: string, json: object, by: 'ann' | 'bob' | 'admin' = 'ann') =>
  story.send('POST', `/v2/images/${id}/locations`, { by, json })

const hashed = (os_hash_value: string) => ({ os_hash_algo: 'sha512', os_hash_value })

test('an image with a location on a web server is read from there, and its data stays there', async () => {
  await using web = await webServer({ '/image': bytes })
  await using story = await startImageStory(anyPort)
  const { id } = await story.create()
  const added = await add(story, id, { url: web.url('/image'), validation_data: hashed(sha512) })
  assert.deepEqual(
    [added.status, added.body],
    [200, [{ url: web.url('/image'), metadata: { store: 'http' } }]],
  )
  await story.settled()
  const image = await story.show(id)
  assert.deepEqual([image.status, image.size, image.os_hash_value], ['active', bytes.length, sha512])
  assert.deepEqual([image.stores, await story.files(), await story.stagedFiles()], ['http', [], []])
  assert.deepEqual((await story.send('GET', `/v2/images/${id}/file`)).body, bytes)
  const part = await story.send('GET', `/v2/images/${id}/file`, { headers: { range: 'bytes=4-8' } })
  assert.deepEqual([part.status, part.body], [206, bytes.subarray(4, 9)])
  const [task] = (await story.send('GET', `/v2/images/${id}/tasks`)).body.tasks
  assert.deepEqual([task.type, task.status], ['location_import', 'success'])
  assert.equal((await story.send('DELETE', `/v2/images/${id}`)).status, 204)
  assert.deepEqual(web.methods(), new Set(['GET']))
})

test('a location with the wrong hash or format, or without data, leaves the image queued', async () => {
  await using web = await webServer({ '/image': bytes })
  await using story = await startImageStory(anyPort)
  const orders = [
    [{}, { url: web.url('/image'), validation_data: hashed('0'.repeat(128)) }],
    [{ disk_format: 'qcow2' }, { url: web.url('/image') }],
    [{}, { url: web.url('/nowhere') }],
  ] as const
  for (const [properties, order] of orders) {
    const { id } = await story.create(properties)
    assert.equal((await add(story, id, order)).status, 200)
    await story.settled()
    const image = await story.show(id)
    assert.deepEqual([image.status, image.size, image.checksum], ['queued', null, null])
    const [task] = (await story.send('GET', `/v2/images/${id}/tasks`)).body.tasks
    assert.equal(task.status, 'failure')
  }
  assert.deepEqual(await story.stagedFiles(), [])
})

test('adding an invalid location is refused and leaves the image unchanged', async () => {
  await using story = await startImageStory(anyPort)
  const { id } = await story.create()
  const url = 'http://127.0.0.1:9/image'
  const refused = [
    { url: 'file:///etc/passwd' },
    { url: 'ftp://example.org/image' },
    { url: 'no address' },
    { url, validation_data: { os_hash_value: sha512 } },
    { url, validation_data: { os_hash_algo: 'sha123', os_hash_value: sha512 } },
    { url, validation_data: hashed('abc') },
    { validation_data: hashed(sha512) },
  ]
  for (const order of refused) assert.equal((await add(story, id, order)).status, 400, JSON.stringify(order))
  assert.equal((await add(story, id, { url }, 'bob')).status, 404)
  assert.equal((await story.show(id)).status, 'queued')
  const active = await story.active()
  assert.equal((await add(story, active.id, { url })).status, 409)
})

test('an upload to the http store is refused, and the list of stores shows it as read-only', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  const upload = await story.send('PUT', `/v2/images/${id}/file`, {
    headers: { 'content-type': 'application/octet-stream', 'x-image-meta-store': 'http' },
    body: undefined,
  })
  assert.equal(upload.status, 410)
  const { stores } = (await story.send('GET', '/v2/info/stores')).body
  assert.deepEqual(stores.find((store: { id: string }) => store.id === 'http')?.['read-only'], 'true')
})

test('a location on a web server is refused if the http store is not enabled', async () => {
  await using story = await startImageStory({ ...anyPort, OS_GLANCE_STORE__STORES: 'file' })
  const { id } = await story.create()
  assert.equal((await add(story, id, { url: 'http://127.0.0.1:9/image' })).status, 400)
})

const patch = (story: Story, id: string, changes: readonly object[], by: 'ann' | 'bob' | 'admin' = 'ann') =>
  story.send('PATCH', `/v2/images/${id}`, {
    by,
    json: changes,
    headers: { 'content-type': 'application/openstack-images-v2.1-json-patch' },
  })
const at = (url: string, metadata: object = {}) => ({ url, metadata })
const adding = (value: object, path = '/locations/-') => ({ op: 'add', path, value })

test('with show_multiple_locations users can add and change locations, and admins remove them', async () => {
  await using web = await webServer({ '/image': bytes, '/other': bytes })
  await using story = await startImageStory({ ...anyPort, OS_DEFAULT__SHOW_MULTIPLE_LOCATIONS: 'true' })
  const { id, locations } = await story.create()
  assert.deepEqual(locations, [])
  const [one, other] = [at(web.url('/image'), { rack: 1 }), at(web.url('/other'))]
  const first = await patch(story, id, [adding(one)])
  assert.equal(first.status, 200, JSON.stringify(first.body))
  assert.deepEqual(
    [first.body.status, first.body.size, first.body.checksum, first.body.locations],
    ['active', bytes.length, null, [one]],
  )
  assert.deepEqual((await story.send('GET', `/v2/images/${id}/file`)).body, bytes)
  assert.equal((await patch(story, id, [adding(one)])).status, 400)
  assert.equal((await patch(story, id, [adding(at('gopher://example.org/'))])).status, 400)
  assert.equal((await patch(story, id, [adding(other, '/locations/7')])).status, 400)
  assert.deepEqual((await patch(story, id, [adding(other, '/locations/0')])).body.locations, [other, one])
  const replacing = (value: unknown) => patch(story, id, [{ op: 'replace', path: '/locations', value }])
  const named = [at(other.url, { rack: 2 }), one]
  assert.deepEqual((await replacing(named)).body.locations, named)
  for (const wrong of [[one], [one, other], [], 'x']) assert.equal((await replacing(wrong)).status, 400)
  const removing = { op: 'remove', path: '/locations/0' }
  assert.equal((await patch(story, id, [removing])).status, 403)
  const left = await patch(story, id, [removing], 'admin')
  assert.deepEqual([left.status, left.body.locations], [200, [one]], JSON.stringify(left.body))
  assert.equal((await patch(story, id, [removing], 'admin')).status, 403)
  assert.deepEqual((await story.send('GET', `/v2/images/${id}/file`)).body, bytes)
  assert.equal((await story.send('DELETE', `/v2/images/${id}`)).status, 204)
})

test('hashes given with the first location become those of the image, and later ones must match', async () => {
  await using web = await webServer({ '/image': bytes, '/other': bytes })
  await using story = await startImageStory({ ...anyPort, OS_DEFAULT__SHOW_MULTIPLE_LOCATIONS: 'true' })
  const { id } = await story.create()
  const known = { checksum: '1'.repeat(32), ...hashed(sha512) }
  const add = (url: string, validation_data: object) =>
    patch(story, id, [adding({ url, metadata: {}, validation_data })])
  assert.equal((await add(web.url('/image'), { ...known, os_hash_algo: 'md5' })).status, 400)
  const { body } = await add(web.url('/image'), known)
  assert.deepEqual([body.checksum, body.os_hash_value, body.os_hash_algo], [known.checksum, sha512, 'sha512'])
  assert.equal((await add(web.url('/other'), { ...known, checksum: '2'.repeat(32) })).status, 409)
  assert.equal((await add(web.url('/other'), { ...known, os_hash_algo: 'sha256' })).status, 409)
  assert.equal((await add(web.url('/other'), known)).body.locations.length, 2)
})

test('a location can be added to stored data, which is deleted when its own location is removed', async () => {
  await using web = await webServer({ '/image': bytes })
  await using story = await startImageStory({ ...anyPort, OS_DEFAULT__SHOW_MULTIPLE_LOCATIONS: 'true' })
  const { id } = await story.active()
  const [stored, ...none] = (await story.show(id)).locations
  assert.deepEqual([stored.metadata, none], [{ store: 'file' }, []])
  const further = at(web.url('/image'))
  assert.deepEqual((await patch(story, id, [adding(further)])).body.locations, [stored, further])
  const left = await patch(story, id, [{ op: 'remove', path: '/locations/0' }], 'admin')
  assert.deepEqual([left.body.locations, await story.files()], [[further], []])
  assert.equal((await patch(story, id, [adding(further)], 'bob')).status, 404)
})

test('without show_multiple_locations locations are neither shown nor changed', async () => {
  await using story = await startImageStory(anyPort)
  const { id, locations } = await story.create()
  assert.equal(locations, undefined)
  assert.equal((await patch(story, id, [adding(at('http://127.0.0.1:9/image'))])).status, 403)
})

test('locations of a community image are shown only to its owner and admins', async () => {
  await using web = await webServer({ '/image': bytes })
  await using story = await startImageStory({ ...anyPort, OS_DEFAULT__SHOW_MULTIPLE_LOCATIONS: 'true' })
  const { id } = await story.create()
  await patch(story, id, [adding(at(web.url('/image')))])
  await patch(story, id, [{ op: 'replace', path: '/visibility', value: 'community' }])
  const seen = async (by: 'ann' | 'bob' | 'admin') =>
    (await story.send('GET', `/v2/images/${id}`, { by })).body.locations?.length
  assert.deepEqual([await seen('ann'), await seen('admin'), await seen('bob')], [1, 1, undefined])
})
