import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Limits, limitsServers, quotaResources, requireQuota } from './quota.ts'
import { noUsage } from './server-usage.ts'

const limitsWith = (limits: Partial<Limits>): Limits => ({
  ...(Object.fromEntries(quotaResources.map((name) => [name, -1])) as Limits),
  ...limits,
})

test('the usage of servers is counted only if instances, cores or RAM are limited', () => {
  assert.equal(limitsServers(limitsWith({})), false)
  assert.equal(limitsServers(limitsWith({ key_pairs: 100 })), false)
  for (const name of ['instances', 'cores', 'ram'] as const)
    assert.equal(limitsServers(limitsWith({ [name]: 0 })), true, name)
})

test('a refusal names each exceeded resource, and none that is unlimited', () => {
  const used = { instances: 2, cores: 4, ram: 1024 }
  const counted = { project: { limits: limitsWith({ instances: 3, cores: 4 }), used }, user: undefined }
  assert.doesNotThrow(() => requireQuota(counted, noUsage))
  assert.throws(() => requireQuota(counted, { instances: 1, cores: 2, ram: 512 }), {
    code: 'QuotaExceeded',
    details: { overs: 'cores', requested: '2', used: '4', allowed: '4' },
  })
})

test('a refusal shows the user’s numbers if only the user exceeds some limit, else those of the project', () => {
  const wanted = { instances: 1, cores: 2, ram: 512 }
  const project = {
    limits: limitsWith({ instances: 9, cores: 4 }),
    used: { instances: 2, cores: 4, ram: 1024 },
  }
  const userWith = (limits: Partial<Limits>) => ({
    limits: { ...project.limits, ...limits },
    used: { instances: 1, cores: 2, ram: 512 },
  })
  assert.throws(() => requireQuota({ project, user: userWith({ cores: 3 }) }, wanted), {
    details: { overs: 'cores', requested: '2', used: '4', allowed: '4' },
  })
  assert.throws(() => requireQuota({ project, user: userWith({ instances: 1, cores: 3 }) }, wanted), {
    details: { overs: 'cores, instances', requested: '2, 1', used: '2, 1', allowed: '3, 1' },
  })
})
