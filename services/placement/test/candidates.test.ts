import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startPlacementStory } from './placement-story.ts'

const [az1, az2] = [randomUUID(), randomUUID()]
const room = { inventories: { VCPU: { total: 8 }, MEMORY_MB: { total: 1024 } } }

const startWithHosts = async () => {
  const story = await startPlacementStory()
  await story.must('PUT', '/traits/CUSTOM_GOLD')
  const ids = {
    a: await story.provider('a', { ...room, traits: ['HW_CPU_X86_AVX', 'CUSTOM_GOLD'], aggregates: [az1] }),
    b: await story.provider('b', { ...room, traits: ['HW_CPU_X86_AVX'], aggregates: [az1, az2] }),
    c: await story.provider('c', { ...room, aggregates: [az2] }),
    small: await story.provider('small', { inventories: { VCPU: { total: 1 } } }),
  }
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  return {
    ...story,
    ids,
    named: async (query: string) => (await story.candidates(query)).map((id) => names.get(id)),
  }
}

for (const [query, expected] of [
  ['', ['a', 'b', 'c']],
  ['required=HW_CPU_X86_AVX', ['a', 'b']],
  ['required=HW_CPU_X86_AVX,CUSTOM_GOLD', ['a']],
  ['required=!CUSTOM_GOLD', ['b', 'c']],
  ['required=HW_CPU_X86_AVX,!CUSTOM_GOLD', ['b']],
  ['required=in:CUSTOM_GOLD,HW_CPU_X86_AVX', ['a', 'b']],
  ['required=in:CUSTOM_GOLD,HW_CPU_X86_AVX&required=!CUSTOM_GOLD', ['b']],
  [`member_of=${az1}`, ['a', 'b']],
  [`member_of=in:${az1},${az2}`, ['a', 'b', 'c']],
  [`member_of=${az1}&member_of=${az2}`, ['b']],
  [`member_of=!${az1}`, ['c']],
  [`member_of=!in:${az1},${az2}`, []],
  ['limit=2', ['a', 'b']],
] as const)
  test(`candidates: ${query === '' ? 'by capacity alone' : query}`, async () => {
    await using story = await startWithHosts()
    assert.deepEqual(await story.named(`resources=VCPU:2,MEMORY_MB:512${query && `&${query}`}`), expected)
  })

test('a provider is no candidate while its capacity is claimed, and again after the release', async () => {
  await using story = await startWithHosts()
  const consumer = randomUUID()
  await story.claim(story.ids.a, { VCPU: 7, MEMORY_MB: 1 }, consumer)
  assert.deepEqual(await story.named('resources=VCPU:2'), ['b', 'c'])
  await story.must('DELETE', `/allocations/${consumer}`)
  assert.deepEqual(await story.named('resources=VCPU:2'), ['a', 'b', 'c'])
})

test('in_tree limits candidates to one tree', async () => {
  await using story = await startWithHosts()
  const { c } = story.ids
  const child = await story.provider('numa', { parent: c, inventories: { VCPU: { total: 2 } } })
  assert.deepEqual(await story.candidates(`resources=VCPU:2&in_tree=${child}`), [c, child])
  assert.deepEqual(await story.candidates(`resources=VCPU:2&in_tree=${randomUUID()}`), [])
})

test('invalid queries for allocation candidates are refused', async () => {
  await using story = await startWithHosts()
  for (const query of [
    '',
    'resources=',
    'resources=VCPU',
    'resources=VCPU:0',
    'resources=CUSTOM_NOPE:1',
    'resources=VCPU:1&required=',
    'resources=VCPU:1&required=CUSTOM_NOPE',
    'resources=VCPU:1&required=CUSTOM_GOLD,!CUSTOM_GOLD',
    'resources=VCPU:1&member_of=az1',
    'resources=VCPU:1&limit=0',
    'resources=VCPU:1&colour=red',
  ])
    assert.equal((await story.send('GET', `/allocation_candidates?${query}`)).status, 400, query)
})

test('allocation candidates have the format of their microversion', async () => {
  await using story = await startWithHosts()
  const { a } = story.ids
  const ask = (version: string) =>
    story.send('GET', `/allocation_candidates?resources=VCPU:2${limit(version)}`, undefined, { version })
  const limit = (version: string): string => (version === '1.39' ? '&limit=1' : '')
  assert.equal((await ask('1.9')).status, 404)
  const oldest = (await ask('1.10')).body
  assert.deepEqual(oldest.allocation_requests[0], {
    allocations: [{ resource_provider: { uuid: a }, resources: { VCPU: 2 } }],
  })
  assert.deepEqual(oldest.provider_summaries[a], { resources: { VCPU: { capacity: 8, used: 0 } } })
  const today = (await ask('1.39')).body
  assert.deepEqual(today.allocation_requests, [
    { allocations: { [a]: { resources: { VCPU: 2 } } }, mappings: { '': [a] } },
  ])
  assert.deepEqual(today.provider_summaries[a], {
    resources: { VCPU: { capacity: 8, used: 0 }, MEMORY_MB: { capacity: 1024, used: 0 } },
    traits: ['CUSTOM_GOLD', 'HW_CPU_X86_AVX'],
    parent_provider_uuid: null,
    root_provider_uuid: a,
  })
})

test('a provider with free capacity is found behind 101 full ones, and a full one after a release', async () => {
  await using story = await startPlacementStory()
  const full: { readonly id: string; readonly consumer: string }[] = []
  for (let number = 0; number < 101; number += 1) {
    const id = await story.provider(`a${String(number).padStart(3, '0')}`, {
      inventories: { VCPU: { total: 2 } },
    })
    const consumer = randomUUID()
    assert.equal((await story.claim(id, { VCPU: 1 }, consumer)).status, 204)
    full.push({ id, consumer })
  }
  const free = await story.provider('z', { inventories: { VCPU: { total: 2 } } })
  const found = (limit: number) => story.candidates(`resources=VCPU:2&limit=${limit}`)
  assert.deepEqual(await found(1), [free])
  const { id, consumer } = full[50] ?? { id: '', consumer: '' }
  await story.must('DELETE', `/allocations/${consumer}`)
  assert.deepEqual(await found(1), [id])
  assert.deepEqual(await found(10), [id, free])
  await story.claim(id, { VCPU: 1 })
  assert.deepEqual(await found(10), [free])
})

test('resource providers are filtered like candidates, and by name and UUID', async () => {
  await using story = await startWithHosts()
  const listed = async (query: string) =>
    (await story.must('GET', `/resource_providers?${query}`)).resource_providers.map(
      ({ name }: { name: string }) => name,
    )
  assert.deepEqual(await listed(''), ['a', 'b', 'c', 'small'])
  assert.deepEqual(await listed('name=b'), ['b'])
  assert.deepEqual(await listed(`uuid=${story.ids.c}`), ['c'])
  assert.deepEqual(await listed(`member_of=${az2}&required=HW_CPU_X86_AVX`), ['b'])
  assert.deepEqual(await listed('resources=VCPU:2'), ['a', 'b', 'c'])
})

test('filters that are unknown, or unknown to the microversion, are refused', async () => {
  await using story = await startPlacementStory()
  const status = async (query: string, version = '1.39') =>
    (await story.send('GET', `/resource_providers?${query}`, undefined, { version })).status
  for (const [filter, since] of [
    [`member_of=${az1}`, 3],
    ['resources=VCPU:1', 4],
    [`in_tree=${az1}`, 14],
    ['required=HW_CPU_X86_AVX', 18],
    ['required=!HW_CPU_X86_AVX', 22],
    [`member_of=${az1}&member_of=${az2}`, 24],
    [`member_of=!${az1}`, 32],
    ['required=in:HW_CPU_X86_AVX,HW_CPU_X86_VMX', 39],
  ] as const) {
    assert.equal(await status(filter, `1.${since}`), 200, filter)
    assert.equal(await status(filter, `1.${since - 1}`), 400, filter)
  }
  for (const query of ['colour=red', 'uuid=host', 'in_tree=host', 'required=CUSTOM_NOPE'])
    assert.equal(await status(query), 400, query)
})

test('custom traits and resource classes are created and deleted; standard ones cannot be deleted', async () => {
  await using story = await startWithHosts()
  const { traits } = await story.must('GET', '/traits?name=startswith:CUSTOM_')
  assert.deepEqual(traits, ['CUSTOM_GOLD'])
  const { traits: held } = await story.must('GET', '/traits?associated=true')
  assert.deepEqual(held, ['CUSTOM_GOLD', 'HW_CPU_X86_AVX'])
  for (const [method, path, status] of [
    ['PUT', '/traits/CUSTOM_GOLD', 204],
    ['PUT', '/traits/GOLD', 400],
    ['DELETE', '/traits/HW_CPU_X86_AVX', 400],
    ['PUT', '/resource_classes/CUSTOM_X', 201],
    ['PUT', '/resource_classes/CUSTOM_X', 204],
    ['DELETE', '/resource_classes/VCPU', 400],
    ['DELETE', '/resource_classes/CUSTOM_X', 204],
    ['GET', '/resource_classes/CUSTOM_X', 404],
  ] as const)
    assert.equal((await story.send(method, path)).status, status, `${method} ${path}`)
})
