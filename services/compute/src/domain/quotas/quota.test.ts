import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Limits, limitsServers, quotaResources, requireQuota } from './quota.ts'
import { noUsage } from './server-usage.ts'

const limitsWith = (limits: Partial<Limits>): Limits => ({
  ...(Object.fromEntries(quotaResources.map((name) => [name, -1])) as Limits),
  ...limits,
})

test('what servers use is counted where any of it is limited', () => {
  assert.equal(limitsServers(limitsWith({})), false)
  assert.equal(limitsServers(limitsWith({ key_pairs: 100 })), false)
  for (const name of ['instances', 'cores', 'ram'] as const)
    assert.equal(limitsServers(limitsWith({ [name]: 0 })), true, name)
})

test('a refusal names every resource of which there is too little, and none that is not limited', () => {
  const used = { instances: 2, cores: 4, ram: 1024 }
  const limits = limitsWith({ instances: 3, cores: 4 })
  assert.doesNotThrow(() => requireQuota(limits, used, noUsage))
  assert.throws(() => requireQuota(limits, used, { instances: 1, cores: 2, ram: 512 }), {
    code: 'QuotaExceeded',
    details: { overs: 'cores', requested: '2', used: '4', allowed: '4' },
  })
})
