import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startImageStory } from './image-story.ts'

type Story = Awaited<ReturnType<typeof startImageStory>>

const names = async (story: Story, query: string): Promise<string[]> => {
  const { status, body } = await story.send('GET', `/v2/images?${query}`)
  assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`)
  return body.images.map(({ name }: { name: string }) => name).sort()
}

test('images can be filtered by created_at and updated_at, in whole seconds', async () => {
  await using story = await startImageStory()
  const old = await story.create({ name: 'old' })
  story.clock.advance(10_000)
  const { created_at } = await story.create({ name: 'new' })
  for (const [operator, found] of [
    ['gt', []],
    ['gte', ['new']],
    ['eq', ['new']],
    ['neq', ['old']],
    ['lt', ['old']],
    ['lte', ['new', 'old']],
  ] as const)
    assert.deepEqual(await names(story, `created_at=${operator}:${created_at}`), found, operator)
  assert.deepEqual(await names(story, `created_at=${created_at}`), ['new'])
  const between = `created_at=gte:${old.created_at}&created_at=lt:${created_at}`
  assert.deepEqual(await names(story, between), ['old'])
  story.clock.advance(10_000)
  await story.patch(old.id, [{ op: 'replace', path: '/name', value: 'changed' }])
  assert.deepEqual(await names(story, `updated_at=gt:${created_at}`), ['changed'])
  for (const wrong of ['created_at=yesterday', 'created_at=about:2026-01-01T00:00:00Z', 'changes-since=2026'])
    assert.equal((await story.send('GET', `/v2/images?${wrong}`)).status, 400, wrong)
})

test('a filter with in: matches any value of a list, in quotes where a value has a comma', async () => {
  await using story = await startImageStory()
  for (const name of ['one', 'two', 'with, comma', 'in:deed']) await story.create({ name })
  assert.deepEqual(await names(story, 'name=in:one,two'), ['one', 'two'])
  assert.deepEqual(await names(story, `name=${encodeURIComponent('in:"with, comma",one')}`), [
    'one',
    'with, comma',
  ])
  assert.deepEqual(await names(story, 'status=in:queued,active&name=in:one,three'), ['one'])
  for (const wrong of ['"open', '"a"b', 'a"b"'])
    assert.equal(
      (await story.send('GET', `/v2/images?name=${encodeURIComponent(`in:${wrong}`)}`)).status,
      400,
      wrong,
    )
})

test('images are sorted by sort or by sort_key and sort_dir, but not by both', async () => {
  await using story = await startImageStory()
  for (const name of ['b', 'a', 'c']) await story.create({ name })
  const ordered = async (query: string) => {
    const { body } = await story.send('GET', `/v2/images?${query}`)
    return body.images.map(({ name }: { name: string }) => name)
  }
  assert.deepEqual(await ordered('sort=name:asc'), ['a', 'b', 'c'])
  assert.deepEqual(await ordered('sort_key=name&sort_dir=desc'), ['c', 'b', 'a'])
  for (const wrong of [
    'sort=name&sort_key=name',
    'sort_key=name&sort_dir=asc&sort_dir=desc',
    'sort=owner:asc',
    'sort=name:up',
    'limit=-1',
    'limit=x',
    'marker=00000000-0000-4000-8000-000000000000',
  ])
    assert.equal((await story.send('GET', `/v2/images?${wrong}`)).status, 400, wrong)
})

test('GET /v2/images/ answers 404 instead of the list of images', async () => {
  await using story = await startImageStory()
  await story.create()
  assert.equal((await story.send('GET', '/v2/images/')).status, 404)
  assert.equal((await story.send('GET', '/v2/images')).status, 200)
})

test('unusual filters such as deleted=true and size_max=-1 give the same results as in Glance', async () => {
  await using story = await startImageStory()
  await story.active({ name: 'one' })
  const asked = async (query: string) => {
    const { status, body } = await story.send('GET', `/v2/images?${query}`)
    return [status, body.images?.length ?? body.message.replace(/<br.*/s, '')]
  }
  assert.deepEqual(await asked('deleted=true'), [200, 1])
  assert.deepEqual(await asked('size_min=-1'), [200, 1])
  assert.deepEqual(await asked('size_max=-1'), [200, 0])
  assert.deepEqual(await asked('size_max=much'), [
    400,
    'Unable to filter on a range with a non-numeric value.',
  ])
  assert.deepEqual(await asked('limit=-1'), [400, 'limit param must be positive'])
})
