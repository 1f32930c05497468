import assert from 'node:assert/strict'
import { test } from 'node:test'
import { divideLimits, lowerLimits } from './member-limits.ts'
import { type Limits, quotaResources } from './quota.ts'

const limitsOf = (limit: number): Limits =>
  Object.fromEntries(quotaResources.map((name) => [name, limit])) as Limits

test('the lower of the project’s and the user’s limit holds, and -1 is unlimited', () => {
  const of = (project: number, own?: number) =>
    lowerLimits({ project: limitsOf(project), own: own === undefined ? {} : { key_pairs: own } }).key_pairs
  assert.deepEqual(
    [of(5), of(5, 3), of(3, 5), of(-1, 3), of(3, -1), of(-1, -1), of(-1)],
    [5, 3, 3, 3, 3, -1, -1],
  )
})

test('limits of addresses that are set for a user apply to the whole project', () => {
  assert.deepEqual(divideLimits({ cores: 1, fixed_ips: 2, floating_ips: 3, security_groups: 4 }), {
    own: { cores: 1, security_groups: 4 },
    project: { fixed_ips: 2, floating_ips: 3 },
  })
  assert.deepEqual(divideLimits({ cores: 1 }), { own: { cores: 1 }, project: {} })
})
