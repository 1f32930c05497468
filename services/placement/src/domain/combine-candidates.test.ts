import assert from 'node:assert/strict'
import { test } from 'node:test'
import { combineCandidates } from './combine-candidates.ts'
import type { ProviderFacts } from './provider-facts.ts'
import type { CandidateRequest } from './request-groups.ts'

const nothing = { requiredTraits: [], forbiddenTraits: [], memberOf: [], forbiddenAggregates: [] }

const provider = (id: string, vcpus: number, parts: Partial<ProviderFacts> = {}): ProviderFacts => ({
  id,
  parentId: 'host',
  rootId: 'host',
  resources: new Map([['VCPU', { capacity: vcpus, used: 0, minUnit: 1, maxUnit: vcpus, stepSize: 1 }]]),
  traits: [],
  ...parts,
})

const slot = (suffix: string, amount: number, ...ids: readonly string[]) => ({
  suffix,
  resources: new Map(amount > 0 ? [['VCPU', amount]] : []),
  providers: ids.map((id) => ({ id, rootId: 'host' })),
})

const combine = (
  slots: readonly ReturnType<typeof slot>[],
  providers: readonly ProviderFacts[],
  parts: Partial<CandidateRequest> & { onePerTree?: boolean; tries?: number } = {},
) => {
  const { onePerTree = false, tries = 1000, ...asked } = parts
  let left = tries
  const found = combineCandidates(slots, {
    request: { groups: new Map(), groupPolicy: 'none', root: nothing, sameSubtrees: [], ...asked },
    providers: new Map(providers.map((one) => [one.id, one])),
    onePerTree,
    mayTry: () => left-- > 0,
  })
  return [...found].map(({ mappings }) => Object.fromEntries(mappings))
}

const numas = [provider('n0', 4), provider('n1', 4)]
const two = [slot('_A', 2, 'n0', 'n1'), slot('_B', 2, 'n0', 'n1')]

test('request groups may share a provider with group policy none, and not with isolate', () => {
  const apart = [
    { _A: ['n0'], _B: ['n1'] },
    { _A: ['n1'], _B: ['n0'] },
  ]
  assert.deepEqual(combine(two, numas, { groupPolicy: 'isolate' }), apart)
  assert.deepEqual(combine(two, numas).length, 4)
})

test('groups on one provider must fit together within its capacity and max_unit', () => {
  const apart = combine(two, numas, { groupPolicy: 'isolate' })
  assert.deepEqual(combine(two, [provider('n0', 3), provider('n1', 3)]), apart)
  const narrow = new Map([['VCPU', { capacity: 9, used: 0, minUnit: 1, maxUnit: 3, stepSize: 1 }]])
  const units = numas.map((one) => ({ ...one, resources: narrow }))
  assert.deepEqual(combine(two, units), apart)
})

test('amounts of groups on one provider are summed into one allocation', () => {
  const [only] = combineCandidates(two, {
    request: { groups: new Map(), groupPolicy: 'none', root: nothing, sameSubtrees: [] },
    providers: new Map(numas.map((one) => [one.id, one])),
    onePerTree: false,
    mayTry: () => true,
  })
  assert.deepEqual(only?.allocations, new Map([['n0', new Map([['VCPU', 4]])]]))
})

test('with onePerTree a candidate never has two providers of one tree', () => {
  assert.deepEqual(combine(two, numas, { onePerTree: true }), [
    { _A: ['n0'], _B: ['n0'] },
    { _A: ['n1'], _B: ['n1'] },
  ])
})

test('the providers of the unsuffixed group may have its required traits between them', () => {
  const groups = new Map([['', { ...nothing, resources: new Map(), requiredTraits: [['X'], ['Y', 'Z']] }]])
  const slots = [slot('', 1, 'n0', 'n1'), slot('', 1, 'n0', 'n1')]
  const traited = [provider('n0', 4, { traits: ['X'] }), provider('n1', 4, { traits: ['Z'] })]
  assert.deepEqual(combine(slots, traited, { groups }), [{ '': ['n0', 'n1'] }, { '': ['n1', 'n0'] }])
})

test('a group without resources is mapped, and same_subtree ties other groups to it', () => {
  const nested = [
    ...numas,
    provider('vf0', 1, { parentId: 'n0' }),
    provider('vf1', 1, { parentId: 'n1', traits: ['FAST'] }),
  ]
  const slots = [slot('_N', 0, 'n0', 'n1'), slot('_C', 1, 'n0', 'n1'), slot('_V', 1, 'vf1')]
  assert.deepEqual(combine(slots, nested, { groupPolicy: 'isolate', sameSubtrees: [['_N', '_C', '_V']] }), [
    { _N: ['n1'], _C: ['n1'], _V: ['vf1'] },
  ])
})

test('the search ends when its number of tries is used up', () => {
  assert.equal(combine(two, numas, { tries: 3 }).length, 2)
  assert.equal(combine(two, numas, { tries: 0 }).length, 0)
})
