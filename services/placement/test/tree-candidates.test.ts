import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startPlacementStory } from './placement-story.ts'

const zone = randomUUID()
const numa = { inventories: { VCPU: { total: 4 }, MEMORY_MB: { total: 1024 } } }
const nic = { inventories: { SRIOV_NET_VF: { total: 8 } } }

/** Hosts a and b with disk and two NUMA nodes, each with a NIC, the second slow (a) or fast (b); a flat host with CPUs only. */
const startWithTrees = async () => {
  const story = await startPlacementStory()
  for (const trait of ['CUSTOM_FAST', 'CUSTOM_SLOW']) await story.must('PUT', `/traits/${trait}`)
  const ids: Record<string, string> = {}
  for (const [host, speed] of [
    ['a', 'CUSTOM_SLOW'],
    ['b', 'CUSTOM_FAST'],
  ] as const) {
    const parent = await story.provider(host, {
      inventories: { DISK_GB: { total: 100 } },
      traits: host === 'b' ? ['COMPUTE_NODE'] : [],
      aggregates: host === 'b' ? [zone] : [],
    })
    ids[host] = parent
    for (const at of ['0', '1']) {
      const node = await story.provider(`${host}-numa${at}`, { ...numa, parent, traits: ['HW_NUMA_ROOT'] })
      ids[`${host}-numa${at}`] = node
      ids[`${host}-nic${at}`] = await story.provider(`${host}-nic${at}`, {
        ...nic,
        parent: node,
        traits: at === '1' ? [speed] : [],
      })
    }
  }
  ids.flat = await story.provider('flat', { inventories: { VCPU: { total: 4 } } })
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  const ask = async (query: string, version = '1.39') => {
    const reply = await story.send('GET', `/allocation_candidates?${query}`, undefined, { version })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body
  }
  const named = (list: readonly string[]) => list.map((id) => names.get(id) ?? id)
  return {
    ...story,
    ids,
    ask,
    /** For each candidate the names of the providers it allocates from. */
    found: async (query: string, version?: string): Promise<string[]> =>
      (await ask(query, version)).allocation_requests.map(({ allocations }: { allocations: object }) =>
        named(Object.keys(allocations)).sort().join('+'),
      ),
    /** For each candidate the names of the providers of each group. */
    mapped: async (query: string): Promise<Record<string, string>[]> =>
      (await ask(query)).allocation_requests.map(({ mappings }: { mappings: Record<string, string[]> }) =>
        Object.fromEntries(Object.entries(mappings).map(([suffix, list]) => [suffix, named(list).join('+')])),
      ),
    summarised: async (query: string, version?: string): Promise<string[]> =>
      named(Object.keys((await ask(query, version)).provider_summaries)).sort(),
  }
}

for (const [what, query, expected] of [
  [
    'each resource class can come from any provider of a tree',
    'resources=VCPU:3,DISK_GB:9',
    ['a+a-numa0', 'a+a-numa1', 'b+b-numa0', 'b+b-numa1'],
  ],
  ['the amount of one resource class must come from one provider', 'resources=VCPU:5,DISK_GB:9', []],
  [
    'providers of the unsuffixed group may have its traits between them',
    'resources=VCPU:1,DISK_GB:9&required=COMPUTE_NODE,HW_NUMA_ROOT',
    ['b+b-numa0', 'b+b-numa1'],
  ],
  ['no provider may have a forbidden trait', 'resources=VCPU:1&required=!HW_NUMA_ROOT', ['flat']],
  [
    'aggregates of the root apply to the unsuffixed group in its tree',
    `resources=VCPU:1&member_of=${zone}`,
    ['b-numa0', 'b-numa1'],
  ],
  ['a suffixed group needs aggregates of the provider itself', `resources_N=VCPU:1&member_of_N=${zone}`, []],
  [
    'trees in a forbidden aggregate are excluded',
    `resources=VCPU:1,DISK_GB:1&member_of=!${zone}`,
    ['a+a-numa0', 'a+a-numa1'],
  ],
  [
    'root_required with a required trait',
    'resources=VCPU:1&root_required=COMPUTE_NODE',
    ['b-numa0', 'b-numa1'],
  ],
  [
    'root_required with a forbidden trait',
    'resources=VCPU:1&root_required=!COMPUTE_NODE',
    ['a-numa0', 'a-numa1', 'flat'],
  ],
  ['a suffixed group allocates all from one provider', 'resources_N=VCPU:1,DISK_GB:1', []],
  [
    'required in: accepts any of several traits',
    'resources_V=SRIOV_NET_VF:1&required_V=in:CUSTOM_FAST,CUSTOM_SLOW',
    ['a-nic1', 'b-nic1'],
  ],
  [
    'all groups must be in one tree',
    'resources=DISK_GB:1&resources_V=SRIOV_NET_VF:1&required_V=CUSTOM_FAST',
    ['b+b-nic1'],
  ],
  [
    'isolated groups get different providers',
    'resources1=VCPU:2&resources2=VCPU:2&group_policy=isolate&limit=2',
    ['a-numa0+a-numa1', 'a-numa0+a-numa1'],
  ],
  [
    'groups with policy none share a provider if they fit',
    'resources1=VCPU:3&resources2=VCPU:1&group_policy=none&limit=2',
    ['a-numa0', 'a-numa0+a-numa1'],
  ],
] as const)
  test(`trees: ${what}`, async () => {
    await using story = await startWithTrees()
    assert.deepEqual(await story.found(query), expected)
  })

test('in_tree limits each group to a tree', async () => {
  await using story = await startWithTrees()
  const { 'b-nic0': member } = story.ids
  assert.deepEqual(await story.found(`resources=VCPU:1&in_tree=${member}`), ['b-numa0', 'b-numa1'])
  assert.deepEqual(await story.found(`resources=DISK_GB:1&resources_N=VCPU:1&in_tree_N=${member}`), [
    'b+b-numa0',
    'b+b-numa1',
  ])
})

test('same_subtree keeps the NIC with its NUMA node, and mappings name the providers of each group', async () => {
  await using story = await startWithTrees()
  const groups = 'resources_C=VCPU:1&resources_V=SRIOV_NET_VF:1&required_V=CUSTOM_FAST&group_policy=none'
  assert.equal((await story.mapped(groups)).length, 2)
  assert.deepEqual(await story.mapped(`${groups}&same_subtree=_C,_V`), [{ _C: 'b-numa1', _V: 'b-nic1' }])
  const tied = `resources=DISK_GB:1&${groups}&required_N=HW_NUMA_ROOT&same_subtree=_C,_V,_N`
  assert.deepEqual(await story.mapped(tied), [{ '': 'b', _C: 'b-numa1', _N: 'b-numa1', _V: 'b-nic1' }])
})

test('provider summaries cover whole trees, and in 1.28 only the providers allocated from', async () => {
  await using story = await startWithTrees()
  const query = 'resources=VCPU:1,DISK_GB:1&required=COMPUTE_NODE'
  const tree = ['b', 'b-nic0', 'b-nic1', 'b-numa0', 'b-numa1']
  assert.deepEqual(await story.summarised(query), tree)
  assert.deepEqual(await story.summarised(query, '1.28'), [])
  assert.deepEqual(await story.found('resources=VCPU:1', '1.28'), await story.found('resources=VCPU:1'))
  assert.deepEqual(await story.summarised('resources=DISK_GB:1', '1.28'), ['a', 'b'])
})

test('a candidate of several providers can be claimed as it is, and is not found again', async () => {
  await using story = await startWithTrees()
  const query = 'resources=DISK_GB:1&resources1=VCPU:4&resources2=VCPU:4&group_policy=isolate'
  const [first] = (await story.ask(query)).allocation_requests
  const body = { ...story.claimBody({}), ...first }
  await story.must('PUT', `/allocations/${randomUUID()}`, body)
  assert.deepEqual(new Set(await story.found(query)), new Set(['b+b-numa0+b-numa1']))
})

test('a sharing provider serves the trees in its aggregate', async () => {
  await using story = await startPlacementStory()
  const [shared, other] = [randomUUID(), randomUUID()]
  const host = { inventories: { VCPU: { total: 4 } } }
  const near = await story.provider('near', { ...host, aggregates: [shared] })
  await story.provider('far', { ...host, aggregates: [other] })
  const pool = await story.provider('pool', {
    inventories: { DISK_GB: { total: 1000 } },
    traits: ['MISC_SHARES_VIA_AGGREGATE'],
    aggregates: [shared],
  })
  const reply = await story.must('GET', '/allocation_candidates?resources=VCPU:1,DISK_GB:5')
  assert.deepEqual(reply.allocation_requests, [
    {
      allocations: { [near]: { resources: { VCPU: 1 } }, [pool]: { resources: { DISK_GB: 5 } } },
      mappings: { '': [near, pool] },
    },
  ])
  assert.deepEqual(Object.keys(reply.provider_summaries).sort(), [near, pool].sort())
  assert.deepEqual(await story.candidates('resources=DISK_GB:5'), [pool])
})

test('parameters of allocation candidates are refused before their microversion, and if invalid', async () => {
  await using story = await startWithTrees()
  const status = async (query: string, minor: number) =>
    (await story.send('GET', `/allocation_candidates?${query}`, undefined, { version: `1.${minor}` })).status
  const { a } = story.ids
  for (const [query, since] of [
    ['resources=VCPU:1&limit=1', 16],
    ['resources=VCPU:1&required=COMPUTE_NODE', 17],
    [`resources=VCPU:1&member_of=${zone}`, 21],
    ['resources=VCPU:1&required=!COMPUTE_NODE', 22],
    [`resources=VCPU:1&member_of=${zone}&member_of=${zone}`, 24],
    ['resources1=VCPU:1', 25],
    ['resources=VCPU:1&group_policy=none', 25],
    [`resources=VCPU:1&in_tree=${a}`, 31],
    [`resources1=VCPU:1&in_tree1=${a}`, 31],
    [`resources=VCPU:1&member_of=!${zone}`, 32],
    ['resources_A=VCPU:1', 33],
    ['resources=VCPU:1&root_required=COMPUTE_NODE', 35],
    ['resources_A=VCPU:1&same_subtree=_A', 36],
    ['resources=VCPU:1&required=in:COMPUTE_NODE,HW_NUMA_ROOT', 39],
    ['resources1=VCPU:1&required1=COMPUTE_NODE&required1=HW_NUMA_ROOT', 39],
  ] as const) {
    assert.equal(await status(query, since), 200, query)
    assert.equal(await status(query, since - 1), 400, query)
  }
  for (const query of [
    'resources1=VCPU:1&resources2=VCPU:1',
    'resources1=VCPU:1&group_policy=some',
    'resources=VCPU:1&required1=COMPUTE_NODE',
    'resources=VCPU:1&resources_A=VCPU:1&same_subtree=_A,',
    'resources_A=VCPU:1&same_subtree=_A,_B',
    'resources=VCPU:1&root_required=in:COMPUTE_NODE,HW_NUMA_ROOT',
    'resources=VCPU:1&root_required=CUSTOM_NOPE',
    'resources=VCPU:1&in_tree=host',
    'resources_$=VCPU:1',
  ])
    assert.equal(await status(query, 39), 400, query)
})

test('candidates are found in all of 230 trees, and a match in the last tree alone is found', async () => {
  await using story = await startPlacementStory()
  const trees = 230
  let last = ''
  for (let number = 0; number < trees; number += 1) {
    const name = String(number).padStart(3, '0')
    const root = await story.provider(`host-${name}`, { inventories: { VCPU: { total: 4 } } })
    const traits = number === trees - 1 ? { traits: ['HW_GPU_API_VULKAN'] } : {}
    await story.provider(`gpu-${name}`, { parent: root, inventories: { VGPU: { total: 1 } }, ...traits })
    last = root
  }
  const requests = async (query: string) =>
    (await story.must('GET', `/allocation_candidates?${query}`)).allocation_requests
  assert.equal((await requests('resources=VCPU:1&resources1=VGPU:1')).length, trees)
  assert.equal((await requests('resources=VCPU:1&resources1=VGPU:1&limit=150')).length, 150)
  const only = await requests('resources=VCPU:1,VGPU:1&required=HW_GPU_API_VULKAN')
  assert.deepEqual(
    only.map(({ allocations }: { allocations: object }) => last in allocations),
    [true],
  )
  assert.deepEqual(await requests('resources=VCPU:1&resources1=VGPU:2'), [])
})
