import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startPlacementStory } from './placement-story.ts'

test('of many parallel claims for the last free capacity exactly one succeeds', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 4 } } })
  const replies = await Promise.all(Array.from({ length: 8 }, () => story.claim(host, { VCPU: 3 })))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [204, ...Array(7).fill(409)])
  const { usages } = await story.must('GET', `/resource_providers/${host}/usages`)
  assert.deepEqual(usages, { VCPU: 3 })
})

test('a refused claim allocates nothing, not even of resource classes with free capacity', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 4 }, DISK_GB: { total: 10 } } })
  const consumer = randomUUID()
  const refused = await story.claim(host, { VCPU: 1, DISK_GB: 11 }, consumer)
  assert.equal(refused.status, 409)
  assert.match(refused.body.errors[0].detail, /'DISK_GB'.*exceed the capacity/)
  assert.deepEqual(await story.must('GET', `/allocations/${consumer}`), { allocations: {} })
  const { usages } = await story.must('GET', `/resource_providers/${host}/usages`)
  assert.deepEqual(usages, { VCPU: 0, DISK_GB: 0 })
})

for (const [what, inventory, fits, fitsNot] of [
  ['allocation_ratio multiplies total', { total: 4, allocation_ratio: 2.5 }, 10, 11],
  ['reserved is not available', { total: 10, reserved: 4 }, 6, 7],
  [
    'reserved is subtracted before allocation_ratio applies',
    { total: 10, reserved: 5, allocation_ratio: 2 },
    10,
    11,
  ],
  ['a claim below min_unit is refused', { total: 10, min_unit: 3 }, 3, 2],
  ['a claim above max_unit is refused', { total: 10, max_unit: 3 }, 3, 4],
  ['a claim must be a multiple of step_size', { total: 10, step_size: 4 }, 8, 6],
] as const)
  test(`capacity: ${what}`, async () => {
    await using story = await startPlacementStory()
    const host = await story.provider('host', { inventories: { DISK_GB: inventory } })
    assert.deepEqual(await story.candidates(`resources=DISK_GB:${fitsNot}`), [])
    assert.deepEqual(await story.candidates(`resources=DISK_GB:${fits}`), [host])
    assert.equal((await story.claim(host, { DISK_GB: fitsNot })).status, 409)
    assert.equal((await story.claim(host, { DISK_GB: fits })).status, 204)
  })

test('allocations of a consumer are changed only with its current generation', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 4 } } })
  const path = `/allocations/${randomUUID()}`
  const body = story.claimBody({ [host]: { VCPU: 1 } })
  assert.equal((await story.send('PUT', path, { ...body, consumer_generation: 5 })).status, 409)
  assert.equal((await story.send('PUT', path, body)).status, 204)
  const again = await story.send('PUT', path, body)
  assert.deepEqual([again.status, again.body.errors[0].code], [409, 'placement.concurrent_update'])
  const { consumer_generation } = await story.must('GET', path)
  const grown = { ...story.claimBody({ [host]: { VCPU: 2 } }), consumer_generation }
  assert.equal((await story.send('PUT', path, grown)).status, 204)
  assert.equal((await story.must('GET', path)).consumer_generation, consumer_generation + 1)
})

test('a claim and its release each raise the generation of the provider', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 4 } } })
  const generation = async (): Promise<number> =>
    (await story.must('GET', `/resource_providers/${host}`)).generation
  const consumer = randomUUID()
  const before = await generation()
  await story.claim(host, { VCPU: 1 }, consumer)
  assert.equal(await generation(), before + 1)
  const { consumer_generation } = await story.must('GET', `/allocations/${consumer}`)
  await story.must('PUT', `/allocations/${consumer}`, { ...story.claimBody({}), consumer_generation })
  assert.equal(await generation(), before + 2)
  assert.equal((await story.send('DELETE', `/allocations/${consumer}`)).status, 404)
})

test('moving an allocation between consumers in one request needs the capacity only once', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 4 } } })
  const [server, migration] = [randomUUID(), randomUUID()]
  await story.claim(host, { VCPU: 4 }, server)
  const { consumer_generation } = await story.must('GET', `/allocations/${server}`)
  await story.must('POST', '/allocations', {
    [server]: { ...story.claimBody({}), consumer_generation },
    [migration]: { ...story.claimBody({ [host]: { VCPU: 4 } }), consumer_type: 'MIGRATION' },
  })
  assert.deepEqual(Object.keys((await story.must('GET', `/allocations/${migration}`)).allocations), [host])
  assert.deepEqual((await story.must('GET', `/allocations/${server}`)).allocations, {})
})

test('a request for several consumers changes nothing if the claim of one fails', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 4 } } })
  const [one, other] = [randomUUID(), randomUUID()]
  const reply = await story.send('POST', '/allocations', {
    [one]: story.claimBody({ [host]: { VCPU: 3 } }),
    [other]: story.claimBody({ [host]: { VCPU: 3 } }),
  })
  assert.equal(reply.status, 409)
  assert.deepEqual((await story.must('GET', `/allocations/${one}`)).allocations, {})
})

test('allocations are accepted and shown in the format of each microversion', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 100 } } })
  const resources = { VCPU: 1 }
  const owner = { project_id: 'web', user_id: 'ann' }
  const listed = [{ resource_provider: { uuid: host }, resources }]
  const allocations = { [host]: { resources } }
  for (const [minor, body] of [
    [0, { allocations: listed }],
    [8, { allocations: listed, ...owner }],
    [12, { allocations, ...owner }],
    [28, { allocations, ...owner, consumer_generation: null }],
    [34, { allocations, ...owner, consumer_generation: null, mappings: { '': [host] } }],
    [38, { allocations, ...owner, consumer_generation: null, consumer_type: 'INSTANCE' }],
  ] as const) {
    const version = `1.${minor}`
    const path = `/allocations/${randomUUID()}`
    assert.equal((await story.send('PUT', path, body, { version })).status, 204, version)
    const shown = (await story.send('GET', path, undefined, { version })).body
    assert.deepEqual(shown.allocations[host].resources, resources)
    assert.equal('project_id' in shown, minor >= 12, version)
    assert.equal('consumer_generation' in shown, minor >= 28, version)
    assert.equal('consumer_type' in shown, minor >= 38, version)
    assert.equal((await story.must('GET', path)).consumer_type, minor >= 38 ? 'INSTANCE' : 'unknown')
    const other = minor < 12 ? { ...body, allocations } : { ...body, allocations: listed }
    assert.equal((await story.send('PUT', path, other, { version })).status, 400, version)
  }
})

test('a claim in a microversion without consumer types keeps the type of the consumer', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 4 } } })
  const consumer = randomUUID()
  await story.claim(host, { VCPU: 1 }, consumer)
  const { consumer_type: _, consumer_generation: __, ...old } = story.claimBody({ [host]: { VCPU: 2 } })
  assert.equal((await story.send('PUT', `/allocations/${consumer}`, old, { version: '1.12' })).status, 204)
  assert.equal((await story.must('GET', `/allocations/${consumer}`)).consumer_type, 'INSTANCE')
})

test('claims with an unknown provider, invalid resources or no inventory are refused', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 4 } } })
  const put = (body: object) => story.send('PUT', `/allocations/${randomUUID()}`, body)
  const nowhere = await put(story.claimBody({ [randomUUID()]: { VCPU: 1 } }))
  assert.equal(nowhere.status, 400)
  assert.match(nowhere.body.errors[0].detail, /does not exist/)
  for (const resources of [{}, { VCPU: 0 }, { VCPU: 1.5 }, { vcpu: 1 }] as Record<string, number>[])
    assert.equal((await put(story.claimBody({ [host]: resources }))).status, 400)
  assert.equal((await put(story.claimBody({ host: { VCPU: 1 } }))).status, 400)
  assert.equal((await put(story.claimBody({ [host]: { DISK_GB: 1 } }))).status, 409)
})

test('usages are listed by project, user and consumer type', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 10 }, DISK_GB: { total: 10 } } })
  await story.claim(host, { VCPU: 1, DISK_GB: 2 })
  await story.claim(host, { VCPU: 2 })
  const other = { ...story.claimBody({ [host]: { VCPU: 4 } }), user_id: 'bob', consumer_type: 'MIGRATION' }
  await story.must('PUT', `/allocations/${randomUUID()}`, other)
  const usages = async (query: string, version = '1.39') =>
    (await story.send('GET', `/usages?${query}`, undefined, { version })).body.usages
  assert.deepEqual(await usages('project_id=web', '1.37'), { DISK_GB: 2, VCPU: 7 })
  assert.deepEqual(await usages('project_id=web&user_id=bob', '1.37'), { VCPU: 4 })
  assert.deepEqual(await usages('project_id=nobody', '1.37'), {})
  const typed = await usages('project_id=web')
  assert.deepEqual(typed.MIGRATION, { VCPU: 4, consumer_count: 1 })
  assert.deepEqual(typed.INSTANCE, { VCPU: 3, DISK_GB: 2, consumer_count: 2 })
  assert.deepEqual(await usages('project_id=web&consumer_type=all'), {
    all: { VCPU: 7, DISK_GB: 2, consumer_count: 3 },
  })
  assert.deepEqual(await usages('project_id=web&consumer_type=MIGRATION'), { MIGRATION: typed.MIGRATION })
  assert.deepEqual(await usages('project_id=web&consumer_type=unknown'), {})
  assert.equal((await story.send('GET', '/usages')).status, 400)
})
