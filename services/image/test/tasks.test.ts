import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startImageStory } from './image-story.ts'

const anyPort = { OS_IMPORT_FILTERING_OPTS__ALLOWED_PORTS: '' }

const page = (address: string, properties: object = {}) => ({
  type: 'import',
  input: {
    import_from: address,
    import_from_format: 'raw',
    image_properties: { name: 'imported', container_format: 'bare', ...properties },
  },
})

const serving = async () => {
  const server = createServer((_, reply) => reply.end('bytes'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: async () => void server.close() }
}

test('an import task of an admin downloads a URL into a new image and reports success', async () => {
  await using story = await startImageStory(anyPort)
  await using server = await serving()
  const made = await story.send('POST', '/v2/tasks', { by: 'admin', json: page(server.url) })
  assert.deepEqual([made.status, made.body.type, made.body.status], [201, 'import', 'pending'])
  await story.settled()
  const { body: task } = await story.send('GET', `/v2/tasks/${made.body.id}`, { by: 'admin' })
  assert.deepEqual([task.status, task.message, task.owner], ['success', '', 'admin-project'])
  const image = await story.show(task.result.image_id, 'admin')
  assert.deepEqual([image.name, image.status, image.size], ['imported', 'active', 5])
})

test('tasks are listed page by page, until some time after their end', async () => {
  await using story = await startImageStory(anyPort)
  await using server = await serving()
  for (let made = 0; made < 3; made += 1) {
    await story.send('POST', '/v2/tasks', { by: 'admin', json: page(server.url) })
    story.clock.advance(1000)
  }
  await story.settled()
  const list = async (query = '') => (await story.send('GET', `/v2/tasks${query}`, { by: 'admin' })).body
  const first = await list('?limit=2&sort_dir=asc')
  assert.equal(first.tasks.length, 2)
  assert.equal('input' in first.tasks[0], false)
  const second = await story.send('GET', first.next, { by: 'admin' })
  assert.deepEqual([second.body.tasks.length, second.body.next], [1, undefined])
  assert.equal((await list('?status=success')).tasks.length, 3)
  assert.equal((await list('?type=api_image_import')).tasks.length, 0)
  for (const wrong of ['?limit=x', '?limit=-1', '?sort_key=input', '?marker=none', '?status=odd'])
    assert.equal((await story.send('GET', `/v2/tasks${wrong}`, { by: 'admin' })).status, 400, wrong)
  story.clock.advance(49 * 3_600_000)
  assert.deepEqual((await list()).tasks, [])
  assert.equal((await story.send('GET', `/v2/tasks/${first.tasks[0].id}`, { by: 'admin' })).status, 404)
})

test('only admins can use tasks, and invalid tasks are refused', async () => {
  await using story = await startImageStory()
  for (const [method, path] of [
    ['GET', '/v2/tasks'],
    ['GET', '/v2/tasks/x'],
    ['DELETE', '/v2/tasks/x'],
  ] as const)
    assert.equal((await story.send(method, path)).status, 403, path)
  assert.equal((await story.send('POST', '/v2/tasks', { json: page('http://example.org/') })).status, 403)
  const refused = await story.send('DELETE', '/v2/tasks/x', { by: 'admin' })
  assert.deepEqual([refused.status, refused.headers.allow], [405, 'GET'])
  for (const json of [
    page('file:///etc/passwd'),
    page('http://example.org:22/'),
    page('http://example.org/', { status: 'active' }),
    { type: 'export', input: {} },
    { type: 'import', input: {} },
    { type: 'import' },
  ]) {
    const reply = await story.send('POST', '/v2/tasks', { by: 'admin', json })
    assert.ok([400, 403].includes(reply.status), JSON.stringify(json))
  }
  assert.deepEqual((await story.send('GET', '/v2/images', { by: 'admin' })).body.images, [])
})
