import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { startImageStory } from './image-story.ts'

const mebibyte = Buffer.alloc(1024 * 1024)
const limited = { OS_DEFAULT__USE_KEYSTONE_LIMITS: 'true' }

/** Keystone's unified limits, enforced flat: the registered ones, and those of ann's project. */
const limits = (
  registered: Readonly<Record<string, number>>,
  own: Readonly<Record<string, number>> = {},
) => ({
  identityLists: {
    '/v3/services': {
      links: { self: '', previous: null, next: null },
      services: [{ id: 'glance', type: 'image', name: 'glance', enabled: true, links: { self: '' } }],
    },
    '/v3/registered_limits': {
      links: { self: '', previous: null, next: null },
      registered_limits: Object.entries(registered).map(([resource_name, default_limit]) => ({
        ...{ id: resource_name, service_id: 'glance', region_id: null, description: null },
        ...{ resource_name, default_limit, links: { self: '' } },
      })),
    },
    '/v3/limits/model': { model: { name: 'flat', description: '' } },
    '/v3/limits': {
      links: { self: '', previous: null, next: null },
      limits: Object.entries(own).map(([resource_name, resource_limit]) => ({
        ...{ id: resource_name, project_id: 'ann-project', domain_id: null, service_id: 'glance' },
        ...{ region_id: null, description: null, resource_name, resource_limit, links: { self: '' } },
      })),
    },
  },
})

const wide = {
  image_size_total: 100,
  image_stage_total: 100,
  image_count_total: 100,
  image_count_uploading: 100,
}

test('without Keystone limits no usage is shown', async () => {
  await using story = await startImageStory()
  assert.deepEqual((await story.send('GET', '/v2/info/usage')).body, { usage: {} })
})

test('usage is shown with its limits, and a limit of the project overrides the registered one', async () => {
  await using story = await startImageStory(limited, limits(wide, { image_count_total: 2 }))
  const { id } = await story.create()
  await story.upload(id, [mebibyte, mebibyte])
  await story.create()
  const { body } = await story.send('GET', '/v2/info/usage')
  assert.deepEqual(body.usage, {
    image_size_total: { usage: 2, limit: 100 },
    image_stage_total: { usage: 0, limit: 100 },
    image_count_total: { usage: 2, limit: 2 },
    image_count_uploading: { usage: 0, limit: 100 },
  })
  const over = await story.send('POST', '/v2/images', { json: { name: 'third' } })
  assert.equal(over.status, 413)
  assert.match(
    over.body.message,
    /Resource image_count_total is over limit of 2 due to current usage 2 and delta 1/,
  )
})

test('a project over image_size_total can neither upload nor import until it deletes an image', async () => {
  await using story = await startImageStory(limited, limits({ ...wide, image_size_total: 1 }))
  const [first, second] = [await story.create(), await story.create()]
  assert.equal((await story.upload(first.id, [mebibyte, mebibyte])).status, 204)
  assert.equal((await story.upload(second.id, [mebibyte])).status, 413)
  assert.equal((await story.show(second.id)).status, 'queued')
  const web = { method: { name: 'web-download', uri: 'http://example.org/x' } }
  assert.equal((await story.send('POST', `/v2/images/${second.id}/import`, { json: web })).status, 413)
  await story.send('DELETE', `/v2/images/${first.id}`)
  assert.equal((await story.upload(second.id, [mebibyte])).status, 204)
})

test('a project over image_stage_total cannot stage, but can upload, until it deletes a staged image', async () => {
  await using story = await startImageStory(limited, limits({ ...wide, image_stage_total: 1 }))
  const [first, second, third] = [await story.create(), await story.create(), await story.create()]
  const stage = ({ id }: { id: string }) =>
    story.send('PUT', `/v2/images/${id}/stage`, {
      headers: { 'content-type': 'application/octet-stream' },
      body: Readable.from([mebibyte, mebibyte]),
    })
  assert.equal((await stage(first)).status, 204)
  const over = await stage(second)
  assert.equal(over.status, 413)
  assert.match(
    over.body.message,
    /Resource image_stage_total is over limit of 1 due to current usage 2 and delta 0/,
  )
  assert.equal((await story.show(second.id)).status, 'queued')
  assert.equal((await story.upload(third.id, [mebibyte])).status, 204)
  await story.send('DELETE', `/v2/images/${first.id}`)
  assert.equal((await stage(second)).status, 204)
})

test('a resource without a registered limit is refused, and a limit of -1 is unlimited', async () => {
  await using none = await startImageStory(limited, limits({}))
  assert.equal((await none.send('POST', '/v2/images', { json: {} })).status, 413)
  const boundless = Object.fromEntries(Object.keys(wide).map((name) => [name, -1]))
  await using story = await startImageStory(limited, limits(boundless))
  await story.active()
})
