import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startPlacementStory } from './placement-story.ts'

test('without a token only the versions are shown, and members of projects get 403', async () => {
  await using story = await startPlacementStory()
  const root = await story.send('GET', '/', undefined, { token: 'stranger' })
  assert.equal(root.status, 200)
  assert.deepEqual([root.body.versions[0].min_version, root.body.versions[0].max_version], ['1.0', '1.39'])
  const refused = await story.send('GET', '/resource_providers', undefined, { token: 'stranger' })
  assert.equal(refused.status, 401)
  assert.equal(refused.headers['www-authenticate'], 'Keystone uri="http://cloud.test/identity"')
  const forbidden = await story.send('GET', '/resource_providers', undefined, { token: 'ann' })
  assert.equal(forbidden.status, 403)
})

test('errors have Placement’s format, with a code from 1.23 on, and name the versions on a 406', async () => {
  await using story = await startPlacementStory()
  const path = `/resource_providers/${randomUUID()}`
  const today = await story.send('GET', path)
  const [error] = today.body.errors
  assert.deepEqual(
    [error.status, error.title, error.code, error.request_id],
    [404, 'Not Found', 'placement.undefined_code', today.headers['x-openstack-request-id']],
  )
  assert.equal(today.headers['openstack-api-version'], 'placement 1.39')
  const old = await story.send('GET', path, undefined, { version: '1.22' })
  assert.equal('code' in old.body.errors[0], false)
  const beyond = await story.send('GET', path, undefined, { version: '1.40' })
  assert.equal(beyond.status, 406)
  assert.deepEqual([beyond.body.errors[0].min_version, beyond.body.errors[0].max_version], ['1.0', '1.39'])
  assert.equal((await story.send('GET', path, undefined, { version: 'one' })).status, 400)
})

test('inventories, traits and aggregates are changed only with the provider’s current generation', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 4 } } })
  const path = `/resource_providers/${host}`
  const stale = { resource_provider_generation: 0 }
  for (const [part, json] of [
    ['inventories', { ...stale, inventories: {} }],
    ['traits', { ...stale, traits: [] }],
    ['aggregates', { ...stale, aggregates: [] }],
    ['inventories/VCPU', { ...stale, total: 8 }],
  ] as const) {
    const reply = await story.send('PUT', `${path}/${part}`, json)
    assert.deepEqual([reply.status, reply.body.errors[0].code], [409, 'placement.concurrent_update'], part)
  }
  const { inventories } = await story.must('GET', `${path}/inventories`)
  assert.equal(inventories.VCPU.total, 4)
})

test('of two parallel changes with the same provider generation one fails with 409', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host')
  const change = (total: number) =>
    story.send('PUT', `/resource_providers/${host}/inventories`, {
      resource_provider_generation: 0,
      inventories: { VCPU: { total } },
    })
  const replies = await Promise.all([change(1), change(2)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
})

test('a provider, inventory, trait or resource class in use cannot be deleted', async () => {
  await using story = await startPlacementStory()
  await story.must('PUT', '/traits/CUSTOM_FAST')
  await story.must('PUT', '/resource_classes/CUSTOM_GPU')
  const host = await story.provider('host', {
    inventories: { VCPU: { total: 4 }, CUSTOM_GPU: { total: 1 } },
    traits: ['CUSTOM_FAST'],
  })
  const consumer = randomUUID()
  await story.claim(host, { VCPU: 1 }, consumer)
  const path = `/resource_providers/${host}`
  for (const [doomed, code] of [
    [path, 'placement.resource_provider.inuse'],
    [`${path}/inventories`, 'placement.inventory.inuse'],
    [`${path}/inventories/VCPU`, 'placement.concurrent_update'],
    ['/traits/CUSTOM_FAST', 'placement.undefined_code'],
    ['/resource_classes/CUSTOM_GPU', 'placement.undefined_code'],
  ] as const) {
    const reply = await story.send('DELETE', doomed)
    assert.deepEqual([reply.status, reply.body.errors[0].code], [409, code], doomed)
  }
  await story.must('DELETE', `/allocations/${consumer}`)
  for (const gone of [path, '/traits/CUSTOM_FAST', '/resource_classes/CUSTOM_GPU'])
    assert.equal((await story.send('DELETE', gone)).status, 204, gone)
  assert.equal((await story.send('GET', path)).status, 404)
})

test('providers get the root of their parent, parents cannot be deleted, and loops are refused', async () => {
  await using story = await startPlacementStory()
  const root = await story.provider('root')
  const child = await story.provider('child', { parent: root })
  const leaf = await story.provider('leaf', { parent: child })
  const rootOf = async (id: string) =>
    (await story.must('GET', `/resource_providers/${id}`)).root_provider_uuid
  assert.equal(await rootOf(leaf), root)
  const doomed = await story.send('DELETE', `/resource_providers/${root}`)
  assert.equal(doomed.body.errors[0].code, 'placement.resource_provider.cannot_delete_parent')
  const move = (id: string, name: string, parent: string | null) =>
    story.send('PUT', `/resource_providers/${id}`, { name, parent_provider_uuid: parent })
  assert.equal((await move(root, 'root', leaf)).status, 400)
  assert.equal((await move(child, 'child', null)).status, 200)
  assert.deepEqual([await rootOf(child), await rootOf(leaf)], [child, child])
  const again = await story.send('POST', '/resource_providers', { name: 'root' })
  assert.deepEqual([again.status, again.body.errors[0].code], [409, 'placement.duplicate_name'])
})

test('a provider’s links, headers and replies are those of the microversion', async () => {
  await using story = await startPlacementStory()
  const made = await story.send('POST', '/resource_providers', { name: 'old' }, { version: '1.19' })
  assert.deepEqual([made.status, made.body.length], [201, 0])
  const path = made.headers.location?.slice('http://cloud.test/placement'.length) ?? ''
  const rels = async (version: string) =>
    (await story.send('GET', path, undefined, { version })).body.links.map(({ rel }: { rel: string }) => rel)
  const first = ['self', 'inventories', 'usages']
  assert.deepEqual(await rels('1.0'), first)
  assert.deepEqual(await rels('1.11'), [...first, 'aggregates', 'traits', 'allocations'])
  const fresh = await story.send('GET', path, undefined, { version: '1.15' })
  assert.equal(fresh.headers['cache-control'], 'no-cache')
  const stale = await story.send('GET', path, undefined, { version: '1.14' })
  assert.equal(stale.headers['last-modified'], undefined)
  const bare = await story.send('PUT', `${path}/aggregates`, [randomUUID()], { version: '1.18' })
  assert.deepEqual(Object.keys(bare.body), ['aggregates'])
})

test('inventories get default values, and invalid ones are refused', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host')
  const put = (inventories: object) =>
    story.send('PUT', `/resource_providers/${host}/inventories`, {
      resource_provider_generation: 0,
      inventories,
    })
  for (const wrong of [
    { VCPU: { total: 0 } },
    { VCPU: { total: 4, reserved: 5 } },
    { VCPU: { total: 4, allocation_ratio: 0 } },
    { VCPU: { total: 4, colour: 'red' } },
    { CUSTOM_UNKNOWN: { total: 4 } },
    { vcpu: { total: 4 } },
  ])
    assert.equal((await put(wrong)).status, 400, JSON.stringify(wrong))
  const { body } = await put({ VCPU: { total: 4 } })
  assert.deepEqual(body.inventories.VCPU, {
    total: 4,
    reserved: 0,
    min_unit: 1,
    max_unit: 2_147_483_647,
    step_size: 1,
    allocation_ratio: 1,
  })
})
