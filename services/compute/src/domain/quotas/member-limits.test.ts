import assert from 'node:assert/strict'
import { test } from 'node:test'
import { divideLimits, lowerLimits } from './member-limits.ts'
import { type Limits, quotaResources } from './quota.ts'

const limitsOf = (limit: number): Limits =>
  Object.fromEntries(quotaResources.map((name) => [name, limit])) as Limits

test('of two limits the lower one holds, and one that is none holds nothing back', () => {
  const of = (project: number, own?: number) =>
    lowerLimits({ project: limitsOf(project), own: own === undefined ? {} : { key_pairs: own } }).key_pairs
  assert.deepEqual(
    [of(5), of(5, 3), of(3, 5), of(-1, 3), of(3, -1), of(-1, -1), of(-1)],
    [5, 3, 3, 3, 3, -1, -1],
  )
})

test('addresses are limited for the whole project, even when asked for a user', () => {
  assert.deepEqual(divideLimits({ cores: 1, fixed_ips: 2, floating_ips: 3, security_groups: 4 }), {
    own: { cores: 1, security_groups: 4 },
    project: { fixed_ips: 2, floating_ips: 3 },
  })
  assert.deepEqual(divideLimits({ cores: 1 }), { own: { cores: 1 }, project: {} })
})
