import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startImageStory } from './image-story.ts'

const caching = {
  OS_DEFAULT__IMAGE_CACHE_DIR: 'given',
  OS_DEFAULT__WORKER_SELF_REFERENCE_URL: 'http://node-1',
}

type Story = Awaited<ReturnType<typeof startImageStory>>

const cacheOf = async (story: Story) => (await story.send('GET', '/v2/cache', { by: 'admin' })).body
const act = (story: Story, method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  story.send(method, `/v2/cache${path}`, { by: 'admin', headers })

test('the cache API answers 404 if no image cache is configured', async () => {
  await using story = await startImageStory()
  const { id } = await story.active()
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['PUT', `/${id}`],
    ['DELETE', `/${id}`],
    ['POST', '/clean'],
    ['POST', '/prune'],
    ['GET', `/nodes/${id}`],
  ] as const)
    assert.equal((await act(story, method, path)).status, 404, `${method} ${path}`)
})

test('an image queued for the cache is copied, read from the copy, and shown with the nodes that cache it', async () => {
  await using story = await startImageStory(caching)
  const { id } = await story.active()
  assert.equal((await act(story, 'PUT', `/${id}`)).status, 202)
  await story.settled()
  assert.deepEqual(await story.cachedFiles(), await story.files())
  const [stored] = await story.files()
  await rm(join(story.directory, stored ?? ''))
  const read = await story.send('GET', `/v2/images/${id}/file`)
  assert.equal(read.body.toString(), 'data')
  const part = await story.send('GET', `/v2/images/${id}/file`, { headers: { range: 'bytes=1-2' } })
  assert.deepEqual([part.status, part.body.toString()], [206, 'at'])
  const { cached_images, queued_images } = await cacheOf(story)
  assert.deepEqual(
    [cached_images[0].image_id, cached_images[0].size, cached_images[0].hits, queued_images],
    [id, 4, 2, []],
  )
  assert.deepEqual((await act(story, 'GET', `/nodes/${id}`)).body, { cached_nodes: ['http://node-1'] })
})

test('the first download of an image caches it, and later downloads work even if the cached file is lost', async () => {
  await using story = await startImageStory(caching)
  const { id } = await story.active()
  assert.equal((await story.send('GET', `/v2/images/${id}/file`)).body.toString(), 'data')
  await story.settled()
  await story.send('GET', `/v2/images/${id}/file`)
  assert.equal((await cacheOf(story)).cached_images[0].hits, 1)
  const [copy] = await story.cachedFiles()
  await rm(join(story.cache, copy ?? ''))
  assert.equal((await story.send('GET', `/v2/images/${id}/file`)).body.toString(), 'data')
})

test('cached copies are removed singly, all at once, with their image, and over image_cache_max_size', async () => {
  await using story = await startImageStory({ ...caching, OS_DEFAULT__IMAGE_CACHE_MAX_SIZE: '8' })
  const ids: string[] = []
  for (let made = 0; made < 3; made += 1) {
    const { id } = await story.active()
    await act(story, 'PUT', `/${id}`)
    ids.push(id)
    story.clock.advance(1000)
    await story.settled()
  }
  const cached = async () =>
    (await cacheOf(story)).cached_images.map(({ image_id }: { image_id: string }) => image_id)
  assert.deepEqual(await cached(), ids.slice(1))
  assert.deepEqual((await act(story, 'POST', '/prune')).body, {
    total_files_pruned: 0,
    total_bytes_pruned: 0,
  })
  assert.equal((await act(story, 'DELETE', `/${ids[1]}`)).status, 204)
  assert.deepEqual(await cached(), ids.slice(2))
  await story.send('DELETE', `/v2/images/${ids[2]}`)
  assert.equal((await act(story, 'POST', '/clean')).status, 200)
  assert.deepEqual([await cached(), await story.cachedFiles()], [[], []])
  assert.equal((await act(story, 'DELETE', `/${ids[2]}`)).status, 404)
  await act(story, 'PUT', `/${ids[0]}`)
  await story.settled()
  assert.equal((await act(story, 'DELETE', '', { 'x-image-cache-clear-target': 'all' })).status, 400)
  assert.equal((await act(story, 'DELETE', '', { 'x-image-cache-clear-target': 'queue' })).status, 204)
  assert.deepEqual(await cached(), [ids[0]])
  assert.equal((await act(story, 'DELETE', '')).status, 204)
  assert.deepEqual([await cached(), await story.cachedFiles()], [[], []])
})

test('only admins can use the cache API, and only images with data can be cached', async () => {
  await using story = await startImageStory(caching)
  const queued = await story.create()
  assert.equal((await act(story, 'PUT', `/${queued.id}`)).status, 400)
  assert.equal((await act(story, 'PUT', '/00000000-0000-4000-8000-000000000000')).status, 404)
  assert.equal((await story.send('GET', '/v2/cache')).status, 403)
  assert.equal((await story.send('PUT', `/v2/cache/${queued.id}`)).status, 403)
})
