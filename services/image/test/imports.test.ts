import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { qcow2 } from '@nimbo/testing/disk-images/qcow2'
import { startImageStory } from './image-story.ts'

type Story = Awaited<ReturnType<typeof startImageStory>>

const bytes = Buffer.from('the bytes of an image')
const anyPort = { OS_IMPORT_FILTERING_OPTS__ALLOWED_PORTS: '' }

/** A local web server, which stands for an external one. */
const outside = async (answer: RequestListener) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/image`,
    port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const stage = (story: Story, id: string, data: Buffer = bytes) =>
  story.send('PUT', `/v2/images/${id}/stage`, {
    headers: { 'content-type': 'application/octet-stream' },
    body: Readable.from([data]),
  })

const bring = (story: Story, id: string, body: object, by: 'ann' | 'bob' | 'admin' = 'ann') =>
  story.send('POST', `/v2/images/${id}/import`, { by, json: body })

const direct = { method: { name: 'glance-direct' } }

const tasksOf = async (story: Story, id: string) =>
  (await story.send('GET', `/v2/images/${id}/tasks`)).body.tasks

test('the import methods are listed, also in the headers of a reply that creates an image', async () => {
  await using story = await startImageStory()
  const { body } = await story.send('GET', '/v2/info/import')
  assert.deepEqual(body['import-methods'].value, ['glance-direct', 'web-download', 'copy-image'])
  const made = await story.send('POST', '/v2/images', { json: {} })
  assert.equal(made.headers['openstack-image-import-methods'], 'glance-direct,web-download,copy-image')
  assert.equal(made.headers['openstack-image-store-ids'], 'file,slow,http')
})

test('staged data cannot be downloaded before its import, and is then in every requested store', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  assert.equal((await stage(story, id)).status, 204)
  const staged = await story.show(id)
  assert.deepEqual([staged.status, staged.size, (await story.stagedFiles()).length], ['uploading', 21, 1])
  assert.equal((await story.send('GET', `/v2/images/${id}/file`)).status, 204)
  assert.equal((await bring(story, id, { ...direct, all_stores: true })).status, 202)
  await story.settled()
  const image = await story.show(id)
  assert.deepEqual(
    [image.status, image.stores, image.checksum, image.os_glance_failed_import],
    ['active', 'file,slow', createHash('md5').update(bytes).digest('hex'), ''],
  )
  assert.deepEqual(await story.stagedFiles(), [])
  assert.deepEqual((await story.send('GET', `/v2/images/${id}/file`)).body, bytes)
  const [task] = await tasksOf(story, id)
  assert.deepEqual(
    [task.type, task.status, task.result, task.user_id],
    ['api_image_import', 'success', { image_id: id }, 'ann'],
  )
})

test('importing a qcow2 with a backing file fails and leaves the image queued for other data', async () => {
  await using story = await startImageStory()
  const { id } = await story.create({ disk_format: 'qcow2' })
  await stage(story, id, qcow2({ backingFile: '/etc/passwd' }))
  assert.equal((await bring(story, id, direct)).status, 202)
  await story.settled()
  assert.equal((await story.show(id)).status, 'queued')
  assert.deepEqual([await story.stagedFiles(), await story.files()], [[], []])
  const [task] = await tasksOf(story, id)
  assert.equal(task.status, 'failure')
  assert.match(task.message, /backing file/)
  await stage(story, id, qcow2())
  await bring(story, id, direct)
  await story.settled()
  assert.equal((await story.show(id)).status, 'active')
})

test('web-download fetches an image and follows a redirect', async () => {
  await using story = await startImageStory(anyPort)
  await using server = await outside((request, reply) => {
    if (request.url === '/image') reply.writeHead(302, { location: '/elsewhere' }).end()
    else reply.end(bytes)
  })
  const { id } = await story.create()
  const reply = await bring(story, id, {
    method: { name: 'web-download', uri: server.url },
    stores: ['slow'],
  })
  assert.equal(reply.status, 202)
  assert.equal((await story.show(id)).status, 'importing')
  await story.settled()
  const image = await story.show(id)
  assert.deepEqual([image.status, image.stores, image.size], ['active', 'slow', bytes.length])
  assert.deepEqual((await story.send('GET', `/v2/images/${id}/file`)).body, bytes)
})

test('a failed web-download leaves the image queued, and its task says why', async () => {
  await using story = await startImageStory(anyPort)
  await using server = await outside((request, reply) => {
    if (request.url === '/cut')
      reply.writeHead(200, { 'content-length': '100' }).write('short', () => void reply.destroy())
    else reply.writeHead(404).end()
  })
  const { id } = await story.create()
  for (const [path, reason] of [
    ['/gone', /answered 404/],
    ['/cut', /broke off/],
  ] as const) {
    const uri = new URL(path, server.url).href
    assert.equal((await bring(story, id, { method: { name: 'web-download', uri } })).status, 202)
    await story.settled()
    assert.equal((await story.show(id)).status, 'queued')
    const tasks = await tasksOf(story, id)
    assert.ok(
      tasks.some(({ message }: { message: string }) => reason.test(message)),
      path,
    )
  }
  assert.deepEqual([await story.stagedFiles(), await story.files()], [[], []])
})

test('web-download does not follow a redirect to a port that is not allowed', async () => {
  const port = { OS_IMPORT_FILTERING_OPTS__ALLOWED_PORTS: '', OS_IMPORT_FILTERING_OPTS__DISALLOWED_HOSTS: '' }
  let asked = 0
  await using secret = await outside((_, reply) => {
    asked += 1
    reply.end(bytes)
  })
  await using server = await outside((_, reply) => {
    reply.writeHead(302, { location: secret.url }).end()
  })
  await using story = await startImageStory({
    ...port,
    OS_IMPORT_FILTERING_OPTS__ALLOWED_PORTS: String(server.port),
  })
  const { id } = await story.create()
  await bring(story, id, { method: { name: 'web-download', uri: server.url } })
  await story.settled()
  assert.deepEqual([(await story.show(id)).status, asked], ['queued', 0])
})

test('an import is refused if the request is invalid or the image is not in the right status', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  const web = (uri: string) => ({ method: { name: 'web-download', uri } })
  for (const [status, body] of [
    [409, direct],
    [403, { method: { name: 'copy-image' }, stores: ['slow'] }],
    [409, { ...web('http://example.org/x'), stores: ['nowhere'] }],
    [400, { ...web('http://example.org/x'), stores: ['slow'], all_stores: true }],
    [400, web('http://example.org:22/x')],
    [400, web('file:///etc/passwd')],
    [400, web('ftp://example.org/x')],
    [400, web('no address')],
    [400, { method: { name: 'web-download' } }],
    [400, { method: { name: 'magic' } }],
    [400, {}],
  ] as const)
    assert.equal((await bring(story, id, body)).status, status, JSON.stringify(body))
  assert.equal((await bring(story, id, direct, 'bob')).status, 404)
  const early = await bring(story, id, { method: { name: 'copy-image' }, stores: ['slow'] }, 'admin')
  assert.equal(early.status, 409)
  const bare = await story.create({ disk_format: null })
  assert.equal((await bring(story, bare.id, web('http://example.org/x'))).status, 409)
  assert.equal((await story.show(id)).status, 'queued')
  const unstaged = await story.active()
  assert.equal((await stage(story, unstaged.id)).status, 409)
  assert.equal((await bring(story, unstaged.id, direct)).status, 409)
})

test('an active image is copied to further stores, and removed from all but the last', async () => {
  await using story = await startImageStory()
  const { id } = await story.active()
  const copy = { method: { name: 'copy-image' }, stores: ['slow'] }
  assert.equal((await bring(story, id, copy)).status, 403)
  assert.equal((await bring(story, id, copy, 'admin')).status, 202)
  await story.settled()
  const image = await story.show(id)
  assert.deepEqual([image.status, image.stores], ['active', 'file,slow'])
  assert.deepEqual(await story.slowFiles(), await story.files())
  assert.equal((await bring(story, id, copy, 'admin')).status, 400)
  const remove = (store: string) => story.send('DELETE', `/v2/stores/${store}/${id}`, { by: 'admin' })
  assert.equal((await remove('nowhere')).status, 409)
  assert.equal((await remove('file')).status, 204)
  assert.deepEqual([await story.files(), (await story.slowFiles()).length], [[], 1])
  assert.equal((await story.send('GET', `/v2/images/${id}/file`)).status, 200)
  assert.equal((await remove('file')).status, 404)
  assert.equal((await remove('slow')).status, 403)
  assert.equal((await story.send('DELETE', `/v2/stores/slow/${id}`)).status, 403)
})

test('a failing store fails the import if all_stores_must_succeed, and is left out otherwise', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  await rm(story.slow, { recursive: true })
  await writeFile(story.slow, 'no directory')
  await stage(story, id)
  await bring(story, id, { ...direct, all_stores: true })
  await story.settled()
  assert.deepEqual([(await story.show(id)).status, await story.files()], ['queued', []])
  await stage(story, id)
  await bring(story, id, { ...direct, all_stores: true, all_stores_must_succeed: false })
  await story.settled()
  const image = await story.show(id)
  assert.deepEqual([image.status, image.stores, image.os_glance_failed_import], ['active', 'file', 'slow'])
  await rm(story.slow)
})

test('an import interrupted by a restart is completed by the next process', async () => {
  await using story = await startImageStory(anyPort)
  const asked = Promise.withResolvers<void>()
  let requests = 0
  await using server = await outside((_, reply) => {
    requests += 1
    asked.resolve()
    if (requests > 1) reply.end(bytes)
  })
  const { id } = await story.create()
  await bring(story, id, { method: { name: 'web-download', uri: server.url } })
  await asked.promise
  await story.restart()
  story.clock.advance(60_000)
  await story.settled()
  assert.deepEqual([(await story.show(id)).status, requests], ['active', 2])
})

test('an image that is deleted while it is imported leaves nothing', async () => {
  await using story = await startImageStory(anyPort)
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await using server = await outside(async (_, reply) => {
    asked.resolve()
    await answer.promise
    reply.end(bytes)
  })
  const { id } = await story.create()
  await bring(story, id, { method: { name: 'web-download', uri: server.url } })
  await asked.promise
  assert.equal((await story.send('DELETE', `/v2/images/${id}`)).status, 204)
  answer.resolve()
  await story.settled()
  assert.deepEqual([await story.stagedFiles(), await story.files()], [[], []])
})

test('an upload goes into the store that its header names', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  const put = (store: string) =>
    story.send('PUT', `/v2/images/${id}/file`, {
      headers: { 'content-type': 'application/octet-stream', 'x-image-meta-store': store },
      body: Readable.from([bytes]),
    })
  assert.equal((await put('nowhere')).status, 400)
  assert.equal((await put('slow')).status, 204)
  assert.deepEqual([(await story.show(id)).stores, await story.files()], ['slow', []])
})

test('only admins can list an image’s locations; show_image_direct_url shows direct_url to its owner', async () => {
  await using story = await startImageStory({ OS_DEFAULT__SHOW_IMAGE_DIRECT_URL: 'true' })
  const queued = await story.create()
  const { id } = await story.active()
  const path = `/v2/images/${id}/locations`
  assert.equal((await story.send('GET', path)).status, 403)
  const { body } = await story.send('GET', path, { by: 'admin' })
  const [file] = await story.files()
  const url = `file://${join(story.directory, file ?? '')}`
  assert.deepEqual(body, [{ url, metadata: { store: 'file' } }])
  assert.equal((await story.show(id)).direct_url, url)
  const none = await story.send('GET', `/v2/images/${queued.id}/locations`, { by: 'admin' })
  assert.deepEqual(none.body, [])
})

test('every user can list the stores, but only admins their details', async () => {
  await using story = await startImageStory()
  const { body } = await story.send('GET', '/v2/info/stores')
  assert.deepEqual(body.stores, [
    { id: 'file', default: 'true' },
    { id: 'slow', description: 'Large and slow' },
    { id: 'http', description: 'Bytes that stay on the web server they are on', 'read-only': 'true' },
  ])
  assert.equal((await story.send('GET', '/v2/info/stores/detail')).status, 403)
  const { body: full } = await story.send('GET', '/v2/info/stores/detail', { by: 'admin' })
  assert.deepEqual(
    [full.stores[1].type, full.stores[1].weight, full.stores[1].properties.data_dir],
    ['file', -1, join(story.slow)],
  )
})
