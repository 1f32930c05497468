import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startPlacementStory } from './placement-story.ts'

/** A host with a consumer on its CPUs, and a NUMA node below it that has none yet. */
const startWithHost = async () => {
  const story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 8 }, DISK_GB: { total: 10 } } })
  const numa = await story.provider('numa', { parent: host })
  const consumer = randomUUID()
  await story.claim(host, { VCPU: 4, DISK_GB: 1 }, consumer)
  const generationOf = async (id: string): Promise<number> =>
    (await story.must('GET', `/resource_providers/${id}`)).generation
  const generations = { host: await generationOf(host), numa: await generationOf(numa) }
  const held = (id: string) => story.must('GET', `/allocations/${id}`)
  const { consumer_generation } = await held(consumer)
  return {
    ...story,
    host,
    numa,
    consumer,
    held,
    generationOf,
    inventoriesOf: async (id: string) =>
      Object.keys((await story.must('GET', `/resource_providers/${id}/inventories`)).inventories),
    /** Moves the CPUs to the NUMA node, with what is allocated from them. */
    move: {
      inventories: {
        [host]: { resource_provider_generation: generations.host, inventories: { DISK_GB: { total: 10 } } },
        [numa]: { resource_provider_generation: generations.numa, inventories: { VCPU: { total: 8 } } },
      },
      allocations: {
        [consumer]: {
          ...story.claimBody({ [host]: { DISK_GB: 1 }, [numa]: { VCPU: 4 } }),
          consumer_generation: consumer_generation as number | null,
        },
      },
    },
  }
}

test('the reshaper moves an inventory with its allocations in one request', async () => {
  await using story = await startWithHost()
  const { host, numa, consumer, move } = story
  assert.equal((await story.send('POST', '/reshaper', move)).status, 204)
  assert.deepEqual(await story.inventoriesOf(host), ['DISK_GB'])
  assert.deepEqual(await story.inventoriesOf(numa), ['VCPU'])
  const { allocations } = await story.held(consumer)
  assert.deepEqual(allocations[host].resources, { DISK_GB: 1 })
  assert.deepEqual(allocations[numa].resources, { VCPU: 4 })
  assert.ok((await story.generationOf(numa)) > (move.inventories[numa]?.resource_provider_generation ?? 0))
  assert.equal((await story.send('POST', '/reshaper', move)).status, 409)
})

test('a reshape that fails in any part changes nothing', async () => {
  await using story = await startWithHost()
  const { host, numa, consumer, move } = story
  const claim = move.allocations[consumer]
  assert.ok(claim)
  const staleProvider = { resource_provider_generation: 99, inventories: { VCPU: { total: 8 } } }
  const unknownClass = { resource_provider_generation: 0, inventories: { CUSTOM_NOPE: { total: 8 } } }
  const tooSmall = { resource_provider_generation: 0, inventories: { VCPU: { total: 3 } } }
  for (const [what, body, status] of [
    [
      'an outdated provider generation',
      { ...move, inventories: { ...move.inventories, [numa]: staleProvider } },
      409,
    ],
    [
      'an outdated consumer generation',
      { ...move, allocations: { [consumer]: { ...claim, consumer_generation: 99 } } },
      409,
    ],
    ['not enough capacity', { ...move, inventories: { ...move.inventories, [numa]: tooSmall } }, 409],
    ['inventory still in use', { ...move, allocations: {} }, 409],
    [
      'an unknown resource class',
      { ...move, inventories: { ...move.inventories, [numa]: unknownClass } },
      400,
    ],
    ['an unknown provider', { ...move, inventories: { ...move.inventories, [randomUUID()]: tooSmall } }, 400],
    ['an invalid body', { inventories: {} }, 400],
  ] as const) {
    assert.equal((await story.send('POST', '/reshaper', body)).status, status, what)
    assert.deepEqual((await story.inventoriesOf(host)).sort(), ['DISK_GB', 'VCPU'], what)
    assert.deepEqual(await story.inventoriesOf(numa), [], what)
    assert.deepEqual(Object.keys((await story.held(consumer)).allocations), [host], what)
  }
  assert.equal((await story.send('POST', '/reshaper', move)).status, 204)
})

test('reshaping is refused for members and before 1.30, and keeps the type of the consumer', async () => {
  await using story = await startWithHost()
  assert.equal((await story.send('POST', '/reshaper', story.move, { token: 'ann' })).status, 403)
  assert.equal((await story.send('POST', '/reshaper', story.move, { version: '1.29' })).status, 404)
  const { consumer_type: _, ...untyped } = story.move.allocations[story.consumer] ?? {}
  const old = { ...story.move, allocations: { [story.consumer]: untyped } }
  assert.equal((await story.send('POST', '/reshaper', old)).status, 400)
  assert.equal((await story.send('POST', '/reshaper', old, { version: '1.30' })).status, 204)
  assert.equal((await story.held(story.consumer)).consumer_type, 'INSTANCE')
})
