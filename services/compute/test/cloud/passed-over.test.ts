import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { newId } from '@nimbo/kernel/ids'
import { computeCloud } from './compute-cloud.ts'

const withinMs = 60_000

/** Polls until `holds` returns true. */
const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const end = systemClock.now() + withinMs
  while (!(await holds())) {
    assert.ok(systemClock.now() < end, `${what} took longer than ${withinMs} ms`)
    await pause(systemClock, 2)
  }
}

describe('a conductor that was paused while another took over its flow', () => {
  it('allocates nothing for the server', async () => {
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
    await cloud.setup.bus.idle()
    assert.equal(cloud.allocations.size, 0)

    await lease(null, null)
    await cloud.settled()
    assert.equal((await cloud.server(serverId))?.vmState, 'active')
    assert.equal(cloud.allocations.size, 1)
  })

  it('does not release the allocation of the other, if paused between a failed host and the next', async () => {
    const reached = Promise.withResolvers<void>()
    const passedOver = Promise.withResolvers<void>()
    let words = 0
    const before = async (moment: string): Promise<void> => {
      // The first call to placement claims the host that fails; the conductor is paused at the next one.
      if (!['placement claim', 'placement release'].includes(moment) || ++words !== 2) return
      reached.resolve()
      await passedOver.promise
    }
    const { hypervisors } = fakeHypervisor({ hosts: 2 }).failOn('spawn', { times: 1 })
    await using cloud = await computeCloud(hypervisors, before, { conductors: 2 })
    const serverId = await cloud.boot()
    await reached.promise
    await cloud.lapse()
    await until('the build of the other', async () => (await cloud.server(serverId))?.vmState === 'active')
    const claimed = structuredClone(cloud.allocations.get(serverId))
    assert.equal(Object.keys(claimed ?? {}).length, 1)

    passedOver.resolve()
    await cloud.settled()
    assert.equal((await cloud.server(serverId))?.vmState, 'active')
    assert.deepEqual(cloud.allocations.get(serverId), claimed)
  })

  it('does not remove ports or attachments of the other, if paused while it cleans up a failed host', async () => {
    const reached = Promise.withResolvers<void>()
    const passedOver = Promise.withResolvers<void>()
    let asked = 0
    const before = async (moment: string): Promise<void> => {
      if (moment !== 'call terminateServer' || ++asked > 1) return
      reached.resolve()
      await passedOver.promise
    }
    const { hypervisors } = fakeHypervisor({ hosts: 2 }).failOn('spawn', { times: 1 })
    await using cloud = await computeCloud(hypervisors, before, { conductors: 2 })
    const { id: volumeId } = await cloud.clients.volume.create(cloud.setup.ctx, { size: 1 })
    const disk = { sourceType: 'volume', destinationType: 'volume', volumeId, bootIndex: 0 } as const
    const blockDevices = [{ ...disk, id: newId(), deleteOnTermination: false }]
    const serverId = await cloud.boot({ build: { blockDevices } })
    await reached.promise
    await cloud.lapse()
    await until('the build of the other', async () => (await cloud.server(serverId))?.vmState === 'active')
    const [ports, attachments] = [[...cloud.ports.keys()], [...cloud.attachments.keys()]]
    assert.deepEqual([ports.length, attachments.length], [1, 1])

    passedOver.resolve()
    await cloud.settled()
    assert.equal((await cloud.server(serverId))?.vmState, 'active')
    assert.deepEqual([...cloud.ports.keys()], ports)
    assert.deepEqual([...cloud.attachments.keys()], attachments)
  })
})
