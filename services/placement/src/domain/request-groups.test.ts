import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CandidateRequest, checkGroups } from './request-groups.ts'

const nothing = { requiredTraits: [], forbiddenTraits: [], memberOf: [], forbiddenAggregates: [] }
const bare = { resources: new Map<string, number>(), ...nothing }
const asking = { ...bare, resources: new Map([['VCPU', 1]]) }

const check = (groups: Record<string, typeof bare>, parts: Partial<CandidateRequest> = {}) =>
  checkGroups({
    groups: new Map(Object.entries(groups)),
    groupPolicy: undefined,
    root: nothing,
    sameSubtrees: [],
    ...parts,
  })

test('valid combinations of request groups are accepted', () => {
  check({ '': asking })
  check({ _A: asking })
  check({ '': asking, _A: asking })
  check({ _A: asking, _B: asking }, { groupPolicy: 'none' })
  check({ _A: asking, _B: bare }, { groupPolicy: 'isolate', sameSubtrees: [['_A', '_B']] })
})

for (const [what, groups, parts, message] of [
  ['a request without groups', {}, {}, /at least one resources/],
  ['only groups without resources', { _A: bare }, { sameSubtrees: [['_A']] }, /at least one resources/],
  [
    'a group without resources that is in no same_subtree',
    { '': asking, _A: bare },
    {},
    /bad group\(s\) - \['_A'\]/,
  ],
  ['several groups without a group_policy', { _A: asking, _B: asking }, {}, /group_policy/],
  ['a same_subtree with an unknown group', { _A: asking }, { sameSubtrees: [['_A', '_C']] }, /'_C'/],
] as const)
  test(`refused: ${what}`, () => {
    assert.throws(() => check(groups, parts), { code: 'Invalid', message })
  })
