import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { withDeadline } from '@nimbo/kernel/deadline'
import { computeCloud } from './compute-cloud.ts'

const askedAgainWithinMs = 20_000

describe('a cloud that restarts as a whole', () => {
  it('builds a server that was requested before any host had reported again', async () => {
    const askedAgain = Promise.withResolvers<void>()
    let asked = 0
    const before = async (moment: string): Promise<void> => {
      if (moment === 'call selectDestinations') asked += 1
      if (asked === 2) askedAgain.resolve()
    }
    await using cloud = await computeCloud(fakeHypervisor({ hosts: 2 }).hypervisors, before)
    let serverId: Awaited<ReturnType<typeof cloud.boot>> | undefined
    await cloud.beforeHostsAreHeardOf(async () => {
      serverId = await cloud.boot()
      await withDeadline('asking the scheduler again', askedAgainWithinMs, askedAgain.promise)
    })
    await cloud.settled()
    assert.ok(serverId)
    assert.equal((await cloud.server(serverId))?.vmState, 'active')
    assert.deepEqual([cloud.ports.size, cloud.allocations.size], [1, 1])
  })

  it('does not wait for hosts that an administrator forced down', async () => {
    await using cloud = await computeCloud(fakeHypervisor().hypervisors)
    await cloud.whileHostsSeemDown(async () => {
      const serverId = await cloud.boot()
      await cloud.settled()
      assert.equal((await cloud.server(serverId))?.vmState, 'error')
    })
  })
})
