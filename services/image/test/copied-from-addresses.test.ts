import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { startImageStory } from './image-story.ts'
import { webServer } from './web-server.ts'

type Story = Awaited<ReturnType<typeof startImageStory>>

const bytes = Buffer.from('the bytes of an image that were elsewhere')
const sha512 = createHash('sha512').update(bytes).digest('hex')
const env = { OS_IMPORT_FILTERING_OPTS__ALLOWED_PORTS: '', OS_DEFAULT__SHOW_MULTIPLE_LOCATIONS: 'true' }

const copied = async (story: Story, id: string, order: object): Promise<string> => {
  const json = { method: { name: 'copy-image' }, ...order }
  const { status, body } = await story.send('POST', `/v2/images/${id}/import`, { by: 'admin', json })
  assert.equal(status, 202, JSON.stringify(body))
  await story.settled()
  const tasks = (await story.send('GET', `/v2/images/${id}/tasks`)).body.tasks
  return tasks.find(({ type }: { type: string }) => type === 'api_image_import')?.status
}

/** Creates an image whose data is at an address. What is known of the data is given with the location; it is not read. */
const located = async (story: Story, url: string, known: object = {}): Promise<string> => {
  const { id } = await story.create()
  const value = { url, metadata: { rack: 1 }, ...known }
  const { status } = await story.patch(id, [{ op: 'add', path: '/locations/-', value }])
  assert.equal(status, 200)
  return id
}

const bytesOf = async (story: Story, id: string) => (await story.send('GET', `/v2/images/${id}/file`)).body

test('copy-image copies an image on a web server to stores, from which it is read from then on', async () => {
  const web = await webServer({ '/image': bytes })
  await using story = await startImageStory(env)
  const id = await located(story, web.url('/image'))
  assert.equal(await copied(story, id, { all_stores: true }), 'success')
  const image = await story.show(id)
  assert.deepEqual(
    [image.status, image.stores, image.size, image.os_hash_value],
    ['active', 'file,slow', bytes.length, sha512],
  )
  const [file, slow, ...others] = image.locations
  assert.deepEqual([file.metadata, slow.metadata], [{ store: 'file' }, { store: 'slow' }])
  assert.deepEqual(others, [{ url: web.url('/image'), metadata: { rack: 1 } }])
  assert.deepEqual(await story.stagedFiles(), [])
  await web[Symbol.asyncDispose]()
  assert.deepEqual(await bytesOf(story, id), bytes)
  assert.equal((await story.send('DELETE', `/v2/images/${id}`)).status, 204)
  assert.deepEqual([await story.files(), await story.slowFiles()], [[], []])
})

test('copy-image keeps a location that was added to the image', async () => {
  await using web = await webServer({ '/image': bytes })
  await using story = await startImageStory(env)
  const { id } = await story.create()
  const json = { url: web.url('/image') }
  assert.equal((await story.send('POST', `/v2/images/${id}/locations`, { json })).status, 200)
  await story.settled()
  assert.equal(await copied(story, id, { stores: ['slow'] }), 'success')
  const { stores, locations } = await story.show(id)
  assert.deepEqual([stores, locations.slice(1)], ['slow', [{ url: json.url, metadata: { store: 'http' } }]])
})

test('a failed copy of an image on a web server leaves the image unchanged, and its task fails', async () => {
  await using web = await webServer({ '/image': bytes })
  await using story = await startImageStory(env)
  const other = { validation_data: { os_hash_algo: 'sha512', os_hash_value: '1'.repeat(128) } }
  const ids = [await located(story, web.url('/image'), other), await located(story, web.url('/image'))]
  await rm(story.slow, { recursive: true })
  await writeFile(story.slow, 'no directory')
  for (const [index, id] of ids.entries()) {
    const before = await story.show(id)
    const order = index === 0 ? { stores: ['file'] } : { all_stores: true }
    assert.equal(await copied(story, id, order), 'failure')
    const after = await story.show(id)
    for (const name of ['status', 'stores', 'size', 'os_hash_value', 'locations'])
      assert.deepEqual(after[name], before[name], name)
    assert.deepEqual([await story.files(), await story.stagedFiles()], [[], []])
    assert.deepEqual(await bytesOf(story, id), bytes)
  }
  const [, id = ''] = ids
  assert.equal(await copied(story, id, { all_stores: true, all_stores_must_succeed: false }), 'success')
  assert.equal((await story.show(id)).stores, 'file')
})
