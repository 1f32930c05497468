import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchSpans } from '@nimbo/trace/span-moments'
import { startImageStory } from './image-story.ts'

test('changes of different attributes of an image at the same time are all kept', async () => {
  await using story = await startImageStory()
  const { id } = await story.create({ visibility: 'community' })
  let hidden: ReturnType<typeof story.patch> | undefined
  // The policy is enforced after the image is found and before it is changed.
  const unwatch = watchSpans(
    () => {},
    ({ name, hold }) => {
      if (name !== 'enforce-policy' || hidden) return
      hidden = story.patch(id, [{ op: 'replace', path: '/visibility', value: 'private' }])
      hold(hidden)
    },
  )
  const tagged = await story.send('PUT', `/v2/images/${id}/tags/blue`).finally(unwatch)
  assert.deepEqual([tagged.status, (await hidden)?.status], [204, 200])
  const { visibility, tags } = await story.show(id)
  assert.deepEqual([visibility, tags], ['private', ['blue']])
})

test('tags, and properties, that are added to an image at the same time are all kept', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  const path = (tag: string) => `/v2/images/${id}/tags/${tag}`
  /** Runs `first`, and `second` after `first` has found the image and before it changes it. */
  const amid = async (
    first: () => Promise<{ status: number }>,
    second: () => Promise<{ status: number }>,
  ) => {
    let other: Promise<{ status: number }> | undefined
    const unwatch = watchSpans(
      () => {},
      ({ name, hold }) => {
        if (name !== 'enforce-policy' || other) return
        other = second()
        hold(other)
      },
    )
    const { status } = await first().finally(unwatch)
    return [status, (await other)?.status]
  }
  const tag = (name: string) => () => story.send('PUT', path(name))
  assert.deepEqual(await amid(tag('blue'), tag('red')), [204, 204])
  const property = (name: string) => () => story.patch(id, [{ op: 'add', path: `/${name}`, value: 'yes' }])
  assert.deepEqual(await amid(property('os_one'), property('os_two')), [200, 200])
  const { tags, os_one, os_two } = await story.show(id)
  assert.deepEqual([tags, os_one, os_two], [['blue', 'red'], 'yes', 'yes'])
  const untag = (name: string) => () => story.send('DELETE', path(name))
  assert.deepEqual(await amid(untag('blue'), untag('blue')), [404, 204])
  assert.deepEqual((await story.show(id)).tags, ['red'])
})

test('without a token only the versions can be read', async () => {
  await using story = await startImageStory()
  const versions = await story.send('GET', '/', { by: 'stranger' })
  assert.deepEqual([versions.status, versions.body.versions[0].status], [300, 'CURRENT'])
  for (const path of ['/v2/images', '/v2/images/x', '/v2/images/x/file', '/v2/schemas/image'])
    assert.equal((await story.send('GET', path, { by: 'stranger' })).status, 401, path)
})

test('a patch with a forbidden or invalid change is refused as a whole', async () => {
  await using story = await startImageStory()
  const { id } = await story.active({ colour: 'red' })
  const good = await story.patch(id, [
    { op: 'replace', path: '/name', value: 'new' },
    { op: 'add', path: '/os~1type', value: 'linux' },
    { op: 'remove', path: '/colour' },
    { op: 'add', path: '/tags', value: ['b', 'a'] },
  ])
  assert.equal(good.status, 200)
  assert.deepEqual(
    [good.body.name, good.body['os/type'], good.body.colour, good.body.tags],
    ['new', 'linux', undefined, ['a', 'b']],
  )
  for (const [status, change] of [
    [403, { op: 'replace', path: '/status', value: 'queued' }],
    [403, { op: 'replace', path: '/checksum', value: 'x' }],
    [403, { op: 'add', path: '/os_glance_x', value: 'x' }],
    [403, { op: 'replace', path: '/disk_format', value: 'qcow2' }],
    [403, { op: 'remove', path: '/min_disk' }],
    [403, { op: 'replace', path: '/owner', value: 'bob-project' }],
    [403, { op: 'replace', path: '/visibility', value: 'public' }],
    [409, { op: 'replace', path: '/nothing', value: 'x' }],
    [409, { op: 'remove', path: '/nothing' }],
    [403, { op: 'remove', path: '/name' }],
    [403, { op: 'add', path: '/locations/-', value: { url: 'http://x' } }],
    [403, { op: 'add', path: '/deleted', value: 'x' }],
    [400, { op: 'add', path: 'name', value: 'x' }],
    [400, { op: 'add', path: '/a~2', value: 'x' }],
    [400, { op: 'add', path: '/tags/-', value: 'x' }],
    [400, { add: '/name', value: 'x' }],
    [400, { op: 'replace', path: '/name' }],
    [400, { op: 'replace', path: '/min_disk', value: 'x' }],
    [400, { op: 'move', path: '/name', value: 'x' }],
    [400, { op: 'add', path: '/a/b', value: 'x' }],
    [400, { op: 'add', path: '/size_hint', value: 5 }],
  ] as const) {
    const reply = await story.patch(id, [{ op: 'replace', path: '/name', value: 'lost' }, change])
    assert.equal(reply.status, status, JSON.stringify(change))
  }
  assert.equal((await story.show(id)).name, 'new')
  const untyped = await story.send('PATCH', `/v2/images/${id}`, { json: [] })
  assert.equal(untyped.status, 415)
})

test('a new image cannot have the id of a deleted one', async () => {
  await using story = await startImageStory()
  const id = '7a1c9a52-2f0b-4a0e-9b39-3d1f7f2b7d11'
  const make = () => story.send('POST', '/v2/images', { json: { id } })
  assert.equal((await make()).status, 201)
  assert.equal((await make()).status, 409)
  assert.equal((await story.send('DELETE', `/v2/images/${id}`)).status, 204)
  const again = await make()
  assert.deepEqual([again.status, again.body.title], [409, 'Conflict'])
  assert.match(again.body.message, /already exists/)
})

test('creating an image with locations is refused', async () => {
  await using story = await startImageStory()
  const made = await story.send('POST', '/v2/images', { json: { locations: [] } })
  assert.equal(made.status, 403)
})

test('a v2.0 JSON patch, which has operations as keys, is accepted', async () => {
  await using story = await startImageStory()
  const { id } = await story.active({ colour: 'red' })
  const patch = (json: unknown, type = 'application/openstack-images-v2.0-json-patch') =>
    story.send('PATCH', `/v2/images/${id}`, { json, headers: { 'content-type': type } })
  const good = await patch([
    { replace: '/name', value: 'new' },
    { add: '/size_class', value: 'large' },
    { remove: '/colour' },
  ])
  assert.deepEqual([good.body.name, good.body.size_class, good.body.colour], ['new', 'large', undefined])
  for (const [status, change] of [
    [409, { add: '/size_class', value: 'small' }],
    [400, { add: '/a', remove: '/b', value: 'x' }],
    [400, { op: 'add', path: '/a', value: 'x' }],
  ] as const)
    assert.equal((await patch([change])).status, status, JSON.stringify(change))
  assert.equal((await patch({ add: '/a' })).status, 400)
  const plain = await patch([], 'application/json')
  assert.equal(plain.status, 415)
  assert.match(plain.body.message, /The request media type application.json is not supported/)
})

test('a protected image cannot be deleted until its protection is removed', async () => {
  await using story = await startImageStory()
  const { id } = await story.active({ protected: true })
  assert.equal((await story.send('DELETE', `/v2/images/${id}`)).status, 403)
  await story.patch(id, [{ op: 'replace', path: '/protected', value: false }])
  assert.equal((await story.send('DELETE', `/v2/images/${id}`)).status, 204)
  assert.equal((await story.send('GET', `/v2/images/${id}`)).status, 404)
  assert.deepEqual(await story.files(), [])
})

test('the visibility of an image decides who sees it, and only its owner can change it', async () => {
  await using story = await startImageStory()
  const ids: Record<string, string> = {}
  for (const visibility of ['private', 'shared', 'community', 'public'])
    ids[visibility] = (await story.create({ name: visibility, visibility }, 'admin')).id
  const seen = async (query = '') =>
    (await story.send('GET', `/v2/images${query}`)).body.images.map(({ name }: { name: string }) => name)
  assert.deepEqual(await seen(), ['public'])
  assert.deepEqual(await seen('?visibility=community'), ['community'])
  assert.deepEqual(await seen('?visibility=private'), [])
  for (const [visibility, status] of [
    ['private', 404],
    ['shared', 404],
    ['community', 200],
    ['public', 200],
  ] as const)
    assert.equal((await story.send('GET', `/v2/images/${ids[visibility]}`)).status, status, visibility)
  for (const visibility of ['community', 'public']) {
    assert.equal((await story.send('DELETE', `/v2/images/${ids[visibility]}`)).status, 403)
    assert.equal((await story.patch(ids[visibility] ?? '', [])).status, 403)
  }
  const publicOne = await story.send('POST', '/v2/images', { json: { name: 'x', visibility: 'public' } })
  assert.equal(publicOne.status, 403)
})

test('a shared image is shown only to its members, and listed for a member who has accepted it', async () => {
  await using story = await startImageStory()
  const { id } = await story.active({ visibility: 'shared' })
  const members = `/v2/images/${id}/members`
  const offered = await story.send('POST', members, { json: { member: 'bob-project' } })
  assert.deepEqual([offered.status, offered.body.status], [200, 'pending'])
  assert.equal((await story.send('POST', members, { json: { member: 'bob-project' } })).status, 409)
  assert.equal((await story.send('GET', `/v2/images/${id}`, { by: 'bob' })).status, 200)
  assert.equal((await story.send('GET', `/v2/images/${id}`, { by: 'eve' })).status, 404)
  const listed = async (query = '') =>
    (await story.send('GET', `/v2/images${query}`, { by: 'bob' })).body.images.length
  assert.equal(await listed(), 0)
  assert.equal(await listed('?visibility=shared&member_status=pending'), 1)
  const answer = (by: 'ann' | 'bob' | 'eve') =>
    story.send('PUT', `${members}/bob-project`, { json: { status: 'accepted' }, by })
  assert.equal((await answer('ann')).status, 403)
  assert.equal((await answer('eve')).status, 404)
  assert.equal((await answer('bob')).status, 200)
  assert.equal(await listed(), 1)
  assert.equal((await story.send('GET', `/v2/images/${id}/file`, { by: 'bob' })).status, 200)
  assert.equal(
    (await story.send('POST', members, { json: { member: 'eve-project' }, by: 'bob' })).status,
    403,
  )
  assert.equal((await story.send('DELETE', `${members}/bob-project`)).status, 204)
  assert.equal((await story.send('GET', `/v2/images/${id}`, { by: 'bob' })).status, 404)
})

test('lists of images can be filtered, sorted, and paged without gap or repeat', async () => {
  await using story = await startImageStory()
  for (const [index, name] of ['d', 'a', 'c', 'b', 'e'].entries())
    await story.create({
      name,
      min_ram: index,
      tags: index < 2 ? ['blue', 'x_y'] : [],
      os_type: `t${index % 2}`,
    })
  await story.create({ name: 'hidden', os_hidden: true })
  const names = async (query: string): Promise<string[]> =>
    (await story.send('GET', `/v2/images?${query}`)).body.images.map(({ name }: { name: string }) => name)
  for (const [query, expected] of [
    ['name=a', ['a']],
    ['name=in:a,b', ['b', 'a']],
    ['tag=blue', ['a', 'd']],
    ['tag=blue&tag=green', []],
    ['tag=x%25', []],
    ['os_type=t1', ['b', 'a']],
    ['min_ram=2', ['c']],
    ['os_hidden=true', ['hidden']],
    ['sort=name:asc', ['a', 'b', 'c', 'd', 'e']],
    ['sort_key=name&sort_dir=desc', ['e', 'd', 'c', 'b', 'a']],
  ] as const) {
    const found = await names(query)
    assert.deepEqual(
      query.startsWith('sort') ? found : found.sort(),
      query.startsWith('sort') ? expected : [...expected].sort(),
      query,
    )
  }
  const seen: string[] = []
  let next: string | undefined = '/v2/images?limit=2&sort=name:asc'
  while (next !== undefined) {
    const { body } = await story.send('GET', next)
    seen.push(...body.images.map(({ name }: { name: string }) => name))
    next = body.next
  }
  assert.deepEqual(seen, ['a', 'b', 'c', 'd', 'e'])
  for (const wrong of ['sort=colour', 'limit=-1', 'marker=nothing', 'visibility=odd', 'min_ram=x'])
    assert.equal((await story.send('GET', `/v2/images?${wrong}`)).status, 400, wrong)
})

test('tags of an image are added and removed one by one, up to a limit', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  const tag = (method: string, name: string) => story.send(method, `/v2/images/${id}/tags/${name}`)
  assert.equal((await tag('PUT', 'blue')).status, 204)
  assert.equal((await tag('PUT', 'blue')).status, 204)
  assert.deepEqual((await story.show(id)).tags, ['blue'])
  assert.equal((await tag('DELETE', 'blue')).status, 204)
  assert.equal((await tag('DELETE', 'blue')).status, 404)
  const many = Array.from({ length: 128 }, (_, index) => `t${index}`)
  assert.equal((await story.patch(id, [{ op: 'replace', path: '/tags', value: many }])).status, 200)
  const over = await tag('PUT', 'one-more')
  assert.equal(over.status, 413)
  assert.match(over.body.message, /Attempted: 129, Maximum: 128/)
})

test('an image can be created with a chosen id, unless it is in use or malformed', async () => {
  await using story = await startImageStory()
  const id = 'e7db3b45-8db7-47ad-8109-3fb55c2c24fd'
  assert.equal((await story.create({ id })).id, id)
  assert.equal((await story.send('POST', '/v2/images', { json: { id } })).status, 409)
  assert.equal((await story.send('POST', '/v2/images', { json: { id: '../../etc' } })).status, 400)
})

test('the image schema has the properties that clients offer as options, with descriptions', async () => {
  await using story = await startImageStory()
  const { body } = await story.send('GET', '/v2/schemas/image')
  for (const name of ['kernel_id', 'architecture', 'os_distro', 'description'])
    assert.deepEqual([body.properties[name].type, body.properties[name].is_base], ['string', false], name)
  for (const name of ['locations', 'direct_url', 'stores', 'name', 'min_ram'])
    assert.ok(body.properties[name].description, name)
})
