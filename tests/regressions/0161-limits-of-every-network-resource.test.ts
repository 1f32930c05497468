import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

// Some kinds of resource were missing from the quotas, so that nobody could limit them.
it('can set the quota of each kind of network resource that a quota shows, and of no other', async () => {
  await using cloud = await startTestCloud({ hosts: 0 })
  const { projectId } = await cloud.person('ada')
  const { network } = cloud.admin
  const path = `/v2.0/quotas/${projectId}`
  const kinds = Object.keys((await network.get(path)).body.quota)
  const older = ['network', 'subnet', 'port', 'router', 'floatingip', 'security_group', 'security_group_rule']
  const newer = ['rbac_policy', 'subnetpool', 'trunk', 'address_group', 'network_segment_range']
  for (const kind of [...older, ...newer]) assert.ok(kinds.includes(kind), kind)
  for (const kind of kinds) {
    const { status, body } = await network.put(path, { quota: { [kind]: 7 } })
    assert.deepEqual([status, body.quota?.[kind]], [200, 7], kind)
  }
  assert.equal((await network.put(path, { quota: { apple: 7 } })).status, 400)
})
