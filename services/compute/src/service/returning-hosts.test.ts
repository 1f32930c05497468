import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import type { Hypervisor, SpawnOrder } from '../driver/hypervisor.ts'
import { computeCloud } from './compute-cloud.testing.ts'

const oneHost = (): { readonly host: string; readonly driver: Hypervisor } => {
  const [only] = fakeHypervisor().hypervisors
  assert.ok(only)
  return only
}

/** A domain that was made without the cloud. */
const foreignDomain = (node: string): SpawnOrder => ({
  ...{ id: newId<ServerId>(), node, name: 'instance-00000001', vcpus: 1, memoryMb: 64 },
  ...{ rootDisk: { from: 'volume' }, ephemeralGb: 0, swapMb: 0 },
  ...{ extraSpecs: {}, imageProperties: {}, vifs: [], volumes: [] },
  owner: { userName: 'ada', projectName: 'engines', flavorName: 'm1.tiny' },
})

const domainsOf = async ({ driver }: { readonly driver: Hypervisor }): Promise<readonly ServerId[]> =>
  (await driver.host.list()).map(({ id }) => id)

describe('a host that comes back', () => {
  it('shows as stopped what was powered off or vanished meanwhile, and can start both again', async () => {
    const only = oneHost()
    await using cloud = await computeCloud([only])
    const [off, vanished] = [await cloud.boot(), await cloud.boot()]
    await cloud.settled()
    await cloud.withoutHosts(async () => {
      await only.driver.power.powerOff(off, 0)
      await only.driver.spawning.destroy(vanished)
    })
    await cloud.settled()
    const shown = async (id: ServerId) => {
      const { vmState, powerState, taskState } = (await cloud.server(id)) ?? {}
      return [vmState, powerState, taskState]
    }
    assert.deepEqual(await shown(off), ['stopped', 4, null])
    assert.deepEqual(await shown(vanished), ['stopped', 0, null])

    for (const id of [off, vanished]) {
      await cloud.operate(id, { kind: 'start' })
      await cloud.settled()
      assert.deepEqual(await shown(id), ['active', 1, null])
    }
  })

  it('removes the domain of a server that was deleted meanwhile, and what it held is given back before', async () => {
    const only = oneHost()
    await using cloud = await computeCloud([only])
    const serverId = await cloud.boot()
    await cloud.settled()
    await cloud.withoutHosts(async () => {
      await cloud.remove(serverId)
      await cloud.settled()
      assert.equal((await cloud.server(serverId))?.vmState, 'deleted', 'nobody waits for a host that is down')
      assert.deepEqual([cloud.ports.size, cloud.allocations.size], [0, 0])
      assert.deepEqual(await domainsOf(only), [serverId])
    })
    assert.deepEqual(await domainsOf(only), [])
  })

  it('leaves domains alone that the cloud never made', async () => {
    const only = oneHost()
    const foreign = foreignDomain(only.host)
    await only.driver.spawning.spawn(foreign, async () => {})
    await using _cloud = await computeCloud([only])
    assert.deepEqual(await domainsOf(only), [foreign.id])
  })

  it('goes on with the build it was at, and makes nothing twice', async () => {
    const only = oneHost()
    const [begun, goesDown] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
    let spawns = 0
    const driver: Hypervisor = {
      ...only.driver,
      spawning: {
        ...only.driver.spawning,
        spawn: async (order, plugged) => {
          spawns += 1
          await only.driver.spawning.spawn(order, plugged)
          begun.resolve()
          if (spawns === 1) await goesDown.promise
        },
      },
    }
    await using cloud = await computeCloud([{ host: only.host, driver }])
    const serverId = await cloud.boot()
    await begun.promise
    const restarted = cloud.withoutHosts(async () => {})
    goesDown.reject(new Error('the first spawn goes down with its agent'))
    await restarted
    await cloud.settled()
    assert.equal((await cloud.server(serverId))?.vmState, 'active')
    assert.equal(spawns, 2)
    assert.equal(cloud.ports.size, 1)
    assert.deepEqual(await domainsOf(only), [serverId])
  })
})
