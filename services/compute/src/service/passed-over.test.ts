import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { computeCloud } from './compute-cloud.testing.ts'

describe('a conductor that stood still while another took its flow up', () => {
  it('claims nothing for the server', async () => {
    const reached = Promise.withResolvers<void>()
    let claims = 0
    const lease = (lease_owner: string | null, lease_expires_at: string | null) =>
      cloud.databases.api.updateTable('flows').set({ lease_owner, lease_expires_at }).execute()
    const before = async (moment: string): Promise<void> => {
      if (moment !== 'placement claim' || claims++ > 0) return
      await lease('another/1', '2999-01-01T00:00:00.000Z')
      reached.resolve()
    }
    await using cloud = await computeCloud(fakeHypervisor().hypervisors, before)
    const serverId = await cloud.boot()
    await reached.promise
    await cloud.ground.bus.idle()
    assert.equal(cloud.allocations.size, 0)

    await lease(null, null)
    await cloud.settled()
    assert.equal((await cloud.server(serverId))?.vmState, 'active')
    assert.equal(cloud.allocations.size, 1)
  })
})
