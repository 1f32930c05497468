import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { internalContext } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { Hypervisor } from '../../src/driver/hypervisor.ts'
import { computeCloud } from './compute-cloud.ts'

/** A driver whose spawn begins and then waits for `release`. */
const slowToSpawn = (driver: Hypervisor) => {
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const slow: Hypervisor = {
    ...driver,
    spawning: {
      ...driver.spawning,
      spawn: async (order, plugged) => {
        begun.resolve()
        await release.promise
        await driver.spawning.spawn(order, plugged)
      },
    },
  }
  return { driver: slow, begun: begun.promise, release: release.resolve }
}

describe('a server deleted while it is being built', () => {
  it('is gone with its port, allocation and domain', async () => {
    const [only] = fakeHypervisor().hypervisors
    assert.ok(only)
    const slow = slowToSpawn(only.driver)
    await using cloud = await computeCloud([{ host: only.host, driver: slow.driver }])
    const serverId = await cloud.boot()
    await slow.begun
    assert.equal((await cloud.server(serverId))?.taskState, 'spawning')
    await cloud.remove(serverId)
    slow.release()
    await cloud.settled()

    const server = await cloud.server(serverId)
    assert.equal(server?.vmState, 'deleted')
    assert.equal(cloud.ports.size, 0)
    assert.equal(cloud.allocations.size, 0)
    assert.deepEqual(await only.driver.host.list(), [])
  })
})

describe('volumes of a server', () => {
  const rootFromImage = () => ({
    id: newId(),
    sourceType: 'image' as const,
    destinationType: 'volume' as const,
    imageId: newId(),
    volumeSizeGb: 2,
    bootIndex: 0,
    deleteOnTermination: true,
  })

  it('are created, attached, and deleted with it if delete_on_termination is set', async () => {
    await using cloud = await computeCloud(fakeHypervisor().hypervisors)
    const serverId = await cloud.boot({ build: { blockDevices: [rootFromImage()] } })
    await cloud.settled()
    assert.equal((await cloud.server(serverId))?.vmState, 'active')
    assert.equal(cloud.volumes.size, 1)
    assert.deepEqual(
      [...cloud.attachments.values()].map(({ status, instance }) => [status, instance]),
      [['attached', serverId]],
    )
    const [claim] = Object.values(cloud.allocations.get(serverId) ?? {})
    assert.equal(claim?.resources.DISK_GB, undefined, 'a root disk that is a volume takes no DISK_GB')

    await cloud.remove(serverId)
    await cloud.settled()
    assert.equal(cloud.volumes.size, 0)
    assert.equal(cloud.attachments.size, 0)
  })

  it('stay reserved for it after one host has failed and before the next begins', async () => {
    const fake = fakeHypervisor({ hosts: 2 }).failOn('spawn', { times: 1 })
    await using cloud = await computeCloud(fake.hypervisors)
    const { id: volumeId } = await cloud.clients.volume.create(internalContext(), { size: 1 })
    const brought = { sourceType: 'volume' as const, destinationType: 'volume' as const, volumeId }
    const disks = [{ ...brought, id: newId(), bootIndex: 0, deleteOnTermination: false }]
    const serverId = await cloud.boot({ build: { blockDevices: disks } })
    await cloud.settled()

    assert.equal((await cloud.server(serverId))?.vmState, 'active')
    assert.deepEqual(cloud.freed, [], 'another server could have taken it')
    assert.deepEqual(
      [...cloud.attachments.values()].map(({ status, instance }) => [status, instance]),
      [['attached', serverId]],
    )
  })

  it('that its user brought are free again when every host fails to build it', async () => {
    await using cloud = await computeCloud(fakeHypervisor({ hosts: 2 }).failOn('spawn').hypervisors)
    const { id: volumeId } = await cloud.clients.volume.create(internalContext(), { size: 1 })
    const brought = { sourceType: 'volume' as const, destinationType: 'volume' as const, volumeId }
    const disks = [{ ...brought, id: newId(), bootIndex: 0, deleteOnTermination: true }]
    const serverId = await cloud.boot({ build: { blockDevices: disks } })
    await cloud.settled()

    assert.equal((await cloud.server(serverId))?.vmState, 'error')
    assert.deepEqual(cloud.freed, [volumeId])
    assert.deepEqual([...cloud.volumes.keys()], [volumeId])
  })

  it('that its build created are deleted when every host fails to build it', async () => {
    await using cloud = await computeCloud(fakeHypervisor().failOn('spawn').hypervisors)
    const serverId = await cloud.boot({ build: { blockDevices: [rootFromImage()] } })
    await cloud.settled()
    assert.equal((await cloud.server(serverId))?.vmState, 'error')
    assert.equal(cloud.attachments.size, 0)
    assert.equal(cloud.volumes.size, 0)
  })
})
