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

test('bytes on a web server become an image, stay there, and are read from there', async () => {
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

test('bytes of another hash or format, or that are not there, do not become an image', async () => {
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

test('what is no location that may be added is refused and changes nothing', async () => {
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

test('a store that only reads takes no bytes, and says so where stores are listed', async () => {
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

test('an operator who wants no bytes from elsewhere has none', async () => {
  await using story = await startImageStory({ ...anyPort, OS_GLANCE_STORE__STORES: 'file' })
  const { id } = await story.create()
  assert.equal((await add(story, id, { url: 'http://127.0.0.1:9/image' })).status, 400)
})
