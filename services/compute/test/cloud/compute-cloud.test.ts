import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import type { ServerId } from '@nimbo/kernel/ids'
import { instanceFaults } from '../../src/db/servers/instance-faults.ts'
import { computeCloud } from './compute-cloud.ts'

type Cloud = Awaited<ReturnType<typeof computeCloud>>

const faultOf = async (cloud: Cloud, serverId: ServerId, cellName: string) => {
  const cell = cloud.everyCell.find(({ name }) => name === cellName)
  assert.ok(cell)
  const clock = { now: Date.now, after: () => () => {} }
  return (await instanceFaults(cell.db, clock).latest([serverId])).get(serverId)
}

const nothingIsLeft = (cloud: Cloud, serverId: ServerId) => {
  assert.equal(cloud.allocations.get(serverId), undefined, 'an allocation is left')
  assert.deepEqual(
    [...cloud.ports.values()].filter(({ device_id }) => device_id === serverId),
    [],
  )
  assert.deepEqual(
    [...cloud.attachments.values()].filter(({ instance }) => instance === serverId),
    [],
  )
  for (const host of ['fake-1', 'fake-2', 'fake-3'])
    assert.ok(!existsSync(join(cloud.state, 'instances', host, serverId)), 'a directory is left')
}

/** Spans of the boot flow below the API, in the order of its lines. */
const lines = [
  'select-destinations',
  'get-allocation-candidates',
  'filter-and-weigh',
  'claim-host',
  'reply-destinations',
  'create-in-cell',
  'recheck-quota',
  'delete-build-request',
  'cast-build-and-run',
  'claim-resources',
  'allocate-networks',
  'attach-volumes',
  'fetch-image',
  'prepare-disk-config',
  'spawn',
  'report-active',
]

describe('booting a server', () => {
  it('runs every step of the flow in order and ends ACTIVE', async () => {
    const fake = fakeHypervisor()
    await using cloud = await computeCloud(fake.hypervisors)
    const serverId = await cloud.boot()
    await cloud.settled()

    const server = await cloud.server(serverId)
    assert.equal(server?.vmState, 'active')
    assert.equal(server?.cell, 'cell1')
    assert.deepEqual(
      [server?.taskState, server?.powerState, server?.host, server?.sealedSecrets],
      [null, 1, 'fake-1', null],
    )
    assert.equal(server?.networkInfo[0]?.networkName, 'private')
    assert.ok(cloud.allocations.has(serverId))
    const order = cloud.spans
      .filter(({ name }) => lines.includes(name))
      .sort((one, other) => one.startedAt - other.startedAt)
      .map(({ name }) => name)
    assert.deepEqual(order, lines)
    const driver = fake.hypervisors[0]?.driver
    assert.deepEqual(await driver?.host.list(), [{ id: serverId, power: 1 }])
  })

  it('downloads an image once for all hosts of a machine', async () => {
    let downloads = 0
    const count = async (moment: string): Promise<void> => {
      if (moment === 'image download') downloads += 1
    }
    await using cloud = await computeCloud(fakeHypervisor({ hosts: 3 }).hypervisors, count)
    const hosts = ['fake-1', 'fake-2', 'fake-3']
    const ids: ServerId[] = []
    for (const forcedHost of hosts) ids.push(await cloud.boot({ spec: { forcedHost } }))
    await cloud.settled()

    const servers = await Promise.all(ids.map((id) => cloud.server(id)))
    assert.deepEqual(
      servers.map((server) => [server?.vmState, server?.host]),
      hosts.map((host) => ['active', host]),
    )
    assert.equal(downloads, 1)
  })

  it('ends in cell0 with NoValidHost when no host has room', async () => {
    await using cloud = await computeCloud(fakeHypervisor().hypervisors)
    const serverId = await cloud.boot({ flavor: { memoryMb: 999_999_999 } })
    await cloud.settled()
    const server = await cloud.server(serverId)
    assert.deepEqual([server?.cell, server?.vmState, server?.taskState], ['cell0', 'error', null])
    const fault = await faultOf(cloud, serverId, 'cell0')
    assert.deepEqual([fault?.code, fault?.message], [500, 'No valid host was found.'])
    nothingIsLeft(cloud, serverId)
  })

  it('tries the next host when one fails, and leaves nothing on the first', async () => {
    const fake = fakeHypervisor({ hosts: 2 }).failOn('spawn', { times: 1 })
    await using cloud = await computeCloud(fake.hypervisors)
    const serverId = await cloud.boot()
    await cloud.settled()
    const server = await cloud.server(serverId)
    assert.equal(server?.vmState, 'active')
    const builds = cloud.spans.filter(({ name }) => name === 'spawn')
    assert.deepEqual(
      builds.map(({ status }) => status),
      ['error', 'ok'],
    )
    assert.equal(cloud.ports.size, 1)
    assert.equal(Object.keys(cloud.allocations.get(serverId) ?? {}).length, 1)
    const domains = await Promise.all(fake.hypervisors.map(({ driver }) => driver.host.list()))
    assert.equal(domains.flat().length, 1)
  })

  it('ends in ERROR with nothing left when every host fails', async () => {
    const fake = fakeHypervisor({ hosts: 4 }).failOn('spawn')
    await using cloud = await computeCloud(fake.hypervisors)
    const serverId = await cloud.boot()
    await cloud.settled()
    const server = await cloud.server(serverId)
    assert.deepEqual([server?.cell, server?.vmState, server?.host], ['cell1', 'error', null])
    const fault = await faultOf(cloud, serverId, 'cell1')
    assert.match(fault?.message ?? '', /^Exceeded maximum number of retries/)
    assert.equal(cloud.spans.filter(({ name }) => name === 'spawn').length, 3, 'max_attempts is 3')
    nothingIsLeft(cloud, serverId)
  })

  it('records why each host was refused', async () => {
    await using cloud = await computeCloud(fakeHypervisor({ hosts: 2 }).hypervisors)
    const serverId = await cloud.boot({ spec: { availabilityZone: 'mars' } })
    await cloud.settled()
    const row = await cloud.databases.api
      .selectFrom('scheduling_records')
      .selectAll()
      .where('server_id', '=', serverId)
      .executeTakeFirstOrThrow()
    const [zone] = JSON.parse(row.decision).filters
    assert.equal(zone.filter, 'AvailabilityZoneFilter')
    assert.equal(zone.left, 0)
    assert.equal(zone.refused.length, 2)
    assert.match(zone.refused[0].reason, /nova, not mars/)
  })
})

describe('a server that was built', () => {
  it('can be stopped, started, paused, suspended and rebooted', async () => {
    await using cloud = await computeCloud(fakeHypervisor().hypervisors)
    const serverId = await cloud.boot()
    await cloud.settled()
    const after = async (operation: Parameters<Cloud['operate']>[1]) => {
      await cloud.operate(serverId, operation)
      await cloud.settled()
      const server = await cloud.server(serverId)
      return [server?.vmState, server?.powerState, server?.taskState]
    }
    assert.deepEqual(await after({ kind: 'stop' }), ['stopped', 4, null])
    assert.deepEqual(await after({ kind: 'start' }), ['active', 1, null])
    assert.deepEqual(await after({ kind: 'pause' }), ['paused', 3, null])
    assert.deepEqual(await after({ kind: 'unpause' }), ['active', 1, null])
    assert.deepEqual(await after({ kind: 'suspend' }), ['suspended', 7, null])
    assert.deepEqual(await after({ kind: 'resume' }), ['active', 1, null])
    assert.deepEqual(await after({ kind: 'reboot', type: 'HARD' }), ['active', 1, null])
  })

  it('keeps its state and has no task left after a failed operation', async () => {
    const fake = fakeHypervisor().failOn('power-off')
    await using cloud = await computeCloud(fake.hypervisors)
    const serverId = await cloud.boot()
    await cloud.settled()
    await cloud.operate(serverId, { kind: 'stop' })
    await cloud.settled()
    const server = await cloud.server(serverId)
    assert.deepEqual([server?.vmState, server?.taskState], ['active', null])
  })

  it('is shown as stopped when its guest powers itself off', async () => {
    const fake = fakeHypervisor()
    await using cloud = await computeCloud(fake.hypervisors)
    const serverId = await cloud.boot()
    await cloud.settled()
    await fake.guestPowersOff(serverId)
    await cloud.settled()
    assert.equal((await cloud.server(serverId))?.vmState, 'stopped')
  })

  it('is deleted with everything it held', async () => {
    const fake = fakeHypervisor()
    await using cloud = await computeCloud(fake.hypervisors)
    const serverId = await cloud.boot()
    await cloud.settled()
    await cloud.remove(serverId)
    await cloud.settled()
    const server = await cloud.server(serverId)
    assert.equal(server?.vmState, 'deleted')
    assert.notEqual(server?.deletedAt, null)
    nothingIsLeft(cloud, serverId)
    assert.deepEqual(await fake.hypervisors[0]?.driver.host.list(), [])
  })
})
