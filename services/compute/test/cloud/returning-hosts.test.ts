import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { eventually } from '@nimbo/testing/eventually'
import { pluggedDevices } from '../../src/agent/plugged-devices.ts'
import { type Hypervisor, powerStates, type SpawnOrder, type Vif } from '../../src/driver/hypervisor.ts'
import { computeCloud } from './compute-cloud.ts'

const oneHost = (): { readonly host: string; readonly driver: Hypervisor } => {
  const [only] = fakeHypervisor().hypervisors
  assert.ok(only)
  return only
}

/** A domain that the cloud did not create. */
const foreignDomain = (node: string): SpawnOrder => ({
  ...{ id: newId<ServerId>(), node, name: 'instance-00000001', vcpus: 1, memoryMb: 64 },
  ...{ rootDisk: { from: 'volume' }, ephemeralGb: 0, swapMb: 0, localDisks: [] },
  ...{ extraSpecs: {}, imageProperties: {}, vifs: [], volumes: [] },
  owner: { userName: 'ada', projectName: 'engines', flavorName: 'm1.tiny' },
})

const domainsOf = async ({ driver }: { readonly driver: Hypervisor }): Promise<readonly ServerId[]> =>
  (await driver.host.list()).map(({ id }) => id)

describe('a host that comes back', () => {
  it('shows servers whose domains were powered off or vanished meanwhile as stopped, and can start them', async () => {
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

  it('removes the domain of a server that was deleted meanwhile; its port and allocation were released before', async () => {
    const only = oneHost()
    await using cloud = await computeCloud([only])
    const serverId = await cloud.boot()
    await cloud.settled()
    await cloud.withoutHosts(async () => {
      await cloud.remove(serverId)
      await cloud.settled()
      assert.equal(
        (await cloud.server(serverId))?.vmState,
        'deleted',
        'the deletion does not wait for a host that is down',
      )
      assert.deepEqual([cloud.ports.size, cloud.allocations.size], [0, 0])
      assert.deepEqual(await domainsOf(only), [serverId])
    })
    assert.deepEqual(await domainsOf(only), [])
  })

  it('removes the domain and directory of a deleted server also if the host only seemed to be down', async () => {
    const only = oneHost()
    const options = { running_deleted_instance_poll_interval: 1 }
    await using cloud = await computeCloud([only], undefined, { reportInterval: 1, options })
    const [stays, goes] = [await cloud.boot(), await cloud.boot()]
    await cloud.settled()
    await cloud.whileHostsSeemDown(async () => {
      await cloud.remove(goes)
      await cloud.settled()
    })
    assert.equal((await cloud.server(goes))?.vmState, 'deleted')
    await eventually(async () => assert.deepEqual(await domainsOf(only), [stays]))
    await eventually(async () =>
      assert.deepEqual(await readdir(join(cloud.state, 'instances', only.host)), [stays]),
    )
  })

  it('applies running_deleted_instance_action to guests of deleted servers, and removes those of moved ones', async () => {
    const only = oneHost()
    const options = { running_deleted_instance_action: 'shutdown' } as const
    await using cloud = await computeCloud([only], undefined, { options })
    const [deleted, moved] = [await cloud.boot(), await cloud.boot()]
    await cloud.settled()
    await cloud.withoutHosts(async () => {
      await cloud.remove(deleted)
      const cell = cloud.everyCell.find(({ name }) => name === 'cell1')
      await cell?.db.updateTable('instances').set({ host: 'b', node: 'b' }).where('id', '=', moved).execute()
      await cloud.settled()
    })
    assert.deepEqual(await only.driver.host.list(), [{ id: deleted, power: powerStates.shutdown }])
  })

  it('does not search for guests of deleted servers with running_deleted_instance_poll_interval 0', async () => {
    const only = oneHost()
    const options = { running_deleted_instance_poll_interval: 0 }
    await using cloud = await computeCloud([only], undefined, { options })
    const serverId = await cloud.boot()
    await cloud.settled()
    await cloud.withoutHosts(async () => {
      await cloud.remove(serverId)
      await cloud.settled()
    })
    assert.equal((await cloud.server(serverId))?.vmState, 'deleted')
    assert.deepEqual(await domainsOf(only), [serverId])
  })

  it('detaches what it was attaching when it went down, unless it still belongs to the server', async () => {
    const only = oneHost()
    await using cloud = await computeCloud([only])
    const serverId = await cloud.boot()
    await cloud.settled()
    const notes = pluggedDevices(join(cloud.state, 'instances', only.host))
    const own = [...cloud.ports.keys()][0] ?? ''
    const vifOf = (portId: string, macAddress: string): Vif => ({
      ...{ portId, macAddress, deviceName: 'tap1', type: 'fake', mtu: 1450 },
    })
    const stray = vifOf(newId(), 'fa:16:3e:00:00:99')
    const disk = {
      ...{ volumeId: newId(), attachmentId: newId(), device: '/dev/vdb', readOnly: false },
      connection: { type: 'file', path: '/volumes/1', format: 'raw' },
    } as const
    await cloud.withoutHosts(async () => {
      await only.driver.devices.attachInterface(serverId, stray)
      await only.driver.devices.attachVolume(serverId, disk)
      await notes.note(serverId, { kind: 'interface', id: stray.portId, vif: stray })
      await notes.note(serverId, { kind: 'volume', id: disk.attachmentId, disk })
      await notes.note(serverId, { kind: 'interface', id: own, vif: vifOf(own, 'fa:16:3e:00:00:01') })
    })
    const said = await only.driver.consoles.consoleOutput(serverId, 10_000)
    assert.match(said, /interface fa:16:3e:00:00:99 detached/)
    assert.match(said, new RegExp(`volume ${disk.volumeId} detached`))
    assert.doesNotMatch(said, /interface fa:16:3e:00:00:01 detached/)
    assert.deepEqual(
      (await notes.of(serverId)).map(({ id }) => id),
      [own],
    )
  })

  it('leaves domains alone that the cloud did not create', async () => {
    const only = oneHost()
    const foreign = foreignDomain(only.host)
    await only.driver.spawning.spawn(foreign, async () => {})
    await using _cloud = await computeCloud([only])
    assert.deepEqual(await domainsOf(only), [foreign.id])
  })

  it('resumes the build that it was at, and creates nothing twice', async () => {
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

  it('accepts builds only when it knows what its servers have claimed', async () => {
    const [only] = fakeHypervisor({ vcpus: 1 }).hypervisors
    assert.ok(only)
    const [asks, knows] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let waits = false
    await using cloud = await computeCloud([only], async (moment) => {
      if (!waits || moment !== 'call reconcileHost') return
      asks.resolve()
      await knows.promise
    })
    const flavor = { vcpus: 4 }
    const first = await cloud.boot({ flavor })
    await cloud.settled()
    waits = true
    const back = cloud.withoutHosts(async () => {})
    await asks.promise
    // Only the host knows of the claim now, as it is with NUMA cells and devices that placement does not count.
    cloud.allocations.delete(first)
    const second = await cloud.boot({ flavor })
    await eventually(async () => assert.equal((await cloud.server(second))?.host, only.host))
    knows.resolve()
    await back
    await cloud.settled()
    assert.equal((await cloud.server(first))?.vmState, 'active')
    assert.equal((await cloud.server(second))?.vmState, 'error', 'the first has all CPUs of the host')
  })

  it('with resume_guests_state_on_host_boot, starts only the guests that ran when it went down', async () => {
    const only = oneHost()
    const options = { resume_guests_state_on_host_boot: true }
    await using cloud = await computeCloud([only], undefined, { options })
    const [runs, stopped, rescued] = [await cloud.boot(), await cloud.boot(), await cloud.boot()]
    await cloud.settled()
    await cloud.operate(stopped, { kind: 'stop' })
    await cloud.settled()
    const cell = cloud.everyCell.find(({ name }) => name === 'cell1')
    await cell?.db.updateTable('instances').set({ vm_state: 'rescued' }).where('id', '=', rescued).execute()
    await cloud.withoutHosts(async () => {
      for (const id of [runs, rescued]) await only.driver.power.powerOff(id, 0)
    })
    await cloud.settled()
    const power = async (id: ServerId) => only.driver.power.powerState(id)
    assert.deepEqual([await power(runs), await power(stopped), await power(rescued)], [1, 4, 4])
    const { vmState, powerState } = (await cloud.server(runs)) ?? {}
    assert.deepEqual([vmState, powerState], ['active', 1])
  })
})
