import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { userQuotas } from '../../src/db/quotas/user-quotas.ts'
import { computeCloud } from './compute-cloud.ts'

test('of servers requested at once, no more start than their user’s limit allows, and the others end in ERROR', async () => {
  await using cloud = await computeCloud(fakeHypervisor().hypervisors)
  const limited = { projectId: 'project-1', userId: 'user-1' }
  await userQuotas(cloud.databases.api).set(limited, { instances: 1 })
  const ids = await Promise.all([cloud.boot(), cloud.boot(), cloud.boot()])
  await cloud.settled()
  const states = (await Promise.all(ids.map((id) => cloud.server(id)))).map((server) => server?.vmState)
  const started = states.filter((state) => state === 'active').length
  assert.ok(started <= 1, `${states}`)
  assert.equal(states.filter((state) => state === 'error').length, ids.length - started, `${states}`)
})

test('a server that exceeds its user’s limit when the conductor rechecks the quota ends in ERROR', async () => {
  await using cloud = await computeCloud(fakeHypervisor().hypervisors)
  const states = async (ids: readonly Parameters<typeof cloud.server>[0][]) =>
    (await Promise.all(ids.map((id) => cloud.server(id)))).map((server) => server?.vmState)
  const first = [await cloud.boot(), await cloud.boot()]
  await cloud.settled()
  assert.deepEqual(await states(first), ['active', 'active'])
  const limited = { projectId: 'project-1', userId: 'user-1' }
  await userQuotas(cloud.databases.api).set({ ...limited, userId: 'user-2' }, { instances: 1 })
  const allowed = await cloud.boot()
  await cloud.settled()
  await userQuotas(cloud.databases.api).set(limited, { instances: 3 })
  const refused = await cloud.boot()
  await cloud.settled()
  assert.deepEqual(await states([allowed, refused]), ['active', 'error'])
})
