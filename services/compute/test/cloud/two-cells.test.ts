import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Bus } from '@nimbo/bus/bus'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import type { ServerId } from '@nimbo/kernel/ids'
import { type CellAddresses, defaultCells, ensureCells } from '../../src/db/cells/ensure-cells.ts'
import { hostMappings } from '../../src/db/cells/host-mappings.ts'
import { deleteHost } from '../../src/manage/cells/delete-host.ts'
import { discoverHosts } from '../../src/manage/cells/discover-hosts.ts'
import { openImageCache } from '../../src/agent/images/open-image-cache.ts'
import { runAgent } from '../../src/roles/run-agent.ts'
import { computeCloud } from './compute-cloud.ts'

type Cloud = Awaited<ReturnType<typeof computeCloud>>

const cell2: CellAddresses = {
  id: '00000000-0000-0000-0000-000000000002',
  name: 'cell2',
  database: 'nova_cell2',
  transport: 'memory://cell2',
}
const cells = [...defaultCells, cell2]

/** fake-1 and fake-2 are in cell1, fake-3 and fake-4 in cell2. */
const cellOf = (host: string): string => (/[12]$/.test(host) ? 'cell1' : 'cell2')
const hosts = (options: { readonly failing?: 'spawn' } = {}) => {
  const fake = fakeHypervisor({ hosts: 4 })
  return (options.failing ? fake.failOn('spawn', { times: 1 }) : fake).hypervisors
}

/** An agent that reports over a broker, besides those the cloud began with. */
const agentOn = (
  { setup }: Cloud,
  { host, driver: hypervisor }: ReturnType<typeof hosts>[number],
  bus: Bus,
) => {
  const { state, clients, config, clock, log, spans } = setup
  return runAgent({
    ...{ host, hypervisor, clients, config, bus, clock, log, spans },
    directory: join(state, 'instances'),
    images: openImageCache(join(state, 'images'), { clients, config, log }),
  })
}

const bootSeveral = async (cloud: Cloud, count: number): Promise<readonly ServerId[]> => {
  const ids: ServerId[] = []
  for (let index = 0; index < count; index += 1) {
    ids.push(await cloud.boot())
    await cloud.settled()
  }
  return ids
}

const placesOf = (cloud: Cloud, ids: readonly ServerId[]) =>
  Promise.all(
    ids.map(async (id) => {
      const server = await cloud.server(id)
      return { cell: server?.cell, host: server?.host ?? null, vmState: server?.vmState }
    }),
  )

describe('a cloud of two cells', () => {
  it('has servers in both, each in the cell of its host', async () => {
    await using cloud = await computeCloud(hosts(), undefined, { cells, cellOf })
    const places = await placesOf(cloud, await bootSeveral(cloud, 4))
    for (const { cell, host, vmState } of places)
      assert.deepEqual([cell, vmState], [cellOf(host ?? ''), 'active'])
    assert.deepEqual([...new Set(places.map(({ cell }) => cell))].toSorted(), ['cell1', 'cell2'])
  })

  it('tries another host of the same cell when the build on one fails', async () => {
    await using cloud = await computeCloud(hosts({ failing: 'spawn' }), undefined, { cells, cellOf })
    const [place] = await placesOf(cloud, await bootSeveral(cloud, 1))
    assert.equal(place?.vmState, 'active')
    const built = cloud.spans.filter(({ name }) => name === 'cast-build-and-run')
    const tried = built.map(({ attributes }) => String(attributes.host))
    assert.equal(tried.length, 2)
    assert.notEqual(tried[0], tried[1])
    assert.deepEqual(tried.map(cellOf), [place?.cell, place?.cell])
  })

  it('boots servers in the other cell when one is down', async () => {
    await using cloud = await computeCloud(hosts(), undefined, { cells, cellOf })
    cloud.outages.add('nova_cell1')
    const ids = await bootSeveral(cloud, 3)
    cloud.outages.clear()
    for (const place of await placesOf(cloud, ids))
      assert.deepEqual([place.cell, place.vmState], ['cell2', 'active'])
  })

  it('refuses a host that starts in another cell than the one it is mapped to', async () => {
    const [first] = hosts()
    assert.ok(first)
    await using cloud = await computeCloud([first], undefined, { cells, cellOf: () => 'cell1' })
    const moved = agentOn(cloud, first, await cloud.setup.openBus(cell2.transport))
    await assert.rejects(moved.start(), { code: 'HostInOtherCell' })
    await moved.stop()
  })

  it('boots servers in a cell that is added while it runs', async () => {
    await using cloud = await computeCloud([], undefined, {})
    await ensureCells({ openDatabase: cloud.setup.memory.openDatabase, clock: cloud.setup.clock }, [cell2])
    const [, , third] = hosts()
    assert.ok(third)
    const agent = agentOn(cloud, third, await cloud.setup.openBus(cell2.transport))
    await agent.start()
    const id = await cloud.boot()
    await cloud.settled()
    const row = await (await cloud.databases.cell(cell2.id))
      .selectFrom('instances')
      .select(['host', 'vm_state'])
      .where('id', '=', id)
      .executeTakeFirst()
    assert.deepEqual(row, { host: 'fake-3', vm_state: 'active' })
    await agent.stop()
  })
})

/** A cloud whose hosts an operator maps to their cells; each boot goes to the host with the fewest servers. */
const cloudOfOperator = async () => {
  let ahead = 0
  const clock = { ...systemClock, now: () => systemClock.now() + ahead }
  const cloud = await computeCloud(hosts(), undefined, { cells, cellOf, clock, mapsNewHosts: false })
  const managed = { openDatabase: cloud.setup.memory.openDatabase, clock }
  const idOf = (name: string): string => cells.find((cell) => cell.name === name)?.id ?? ''
  const removeServersFrom = async (host: string, ids: readonly ServerId[]): Promise<void> => {
    for (const id of ids) if ((await cloud.server(id))?.host === host) await cloud.remove(id)
    await cloud.settled()
  }
  return {
    /** Boots servers one after another; returns their hosts by id. */
    boot: async (count: number): Promise<ReadonlyMap<ServerId, string | null>> => {
      const ids = await bootSeveral(cloud, count)
      const places = await placesOf(cloud, ids)
      return new Map(ids.map((id, index) => [id, places[index]?.host ?? null]))
    },
    discover: (cell: string) => discoverHosts(managed, { cellId: idOf(cell), by: 'compute-node' }),
    /** Unmaps a host, after its servers were deleted. */
    unmap: async (host: string, servers: Iterable<ServerId>): Promise<void> => {
      await removeServersFrom(host, [...servers])
      assert.equal(await deleteHost(managed, idOf(cellOf(host)), host), 'deleted')
    },
    mapTo: (cell: string, host: string) => hostMappings(cloud.databases.api, clock).add(host, idOf(cell)),
    passSeconds: (seconds: number): void => {
      ahead += seconds * 1000
    },
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  }
}

describe('hosts that an operator maps to their cells', () => {
  it('get servers as soon as they are mapped', async () => {
    await using cloud = await cloudOfOperator()
    assert.deepEqual([...(await cloud.boot(1)).values()], [null])
    await cloud.discover('cell1')
    assert.deepEqual([...(await cloud.boot(2)).values()].toSorted(), ['fake-1', 'fake-2'])
    await cloud.discover('cell2')
    assert.deepEqual([...(await cloud.boot(2)).values()].toSorted(), ['fake-3', 'fake-4'])
  })

  it('get no servers two seconds after they were unmapped, or mapped to a cell where they do not report', async () => {
    await using cloud = await cloudOfOperator()
    await cloud.discover('cell1')
    await cloud.discover('cell2')
    const first = await cloud.boot(4)
    assert.deepEqual([...first.values()].toSorted(), ['fake-1', 'fake-2', 'fake-3', 'fake-4'])
    await cloud.unmap('fake-1', first.keys())
    await cloud.unmap('fake-3', first.keys())
    await cloud.mapTo('cell1', 'fake-3')
    cloud.passSeconds(2)
    const second = await cloud.boot(2)
    assert.deepEqual([...second.values()].toSorted(), ['fake-2', 'fake-4'])

    await cloud.discover('cell1')
    assert.deepEqual([...(await cloud.boot(1)).values()], ['fake-1'], 'discovered again, used at once')
  })
})

describe('two conductors', () => {
  it('share the work, and each server is built once', async () => {
    const fake = fakeHypervisor({ hosts: 4 })
    await using cloud = await computeCloud(fake.hypervisors, undefined, { cells, cellOf, conductors: 2 })
    const ids = await Promise.all(Array.from({ length: 8 }, () => cloud.boot()))
    await cloud.settled()
    for (const { vmState } of await placesOf(cloud, ids)) assert.equal(vmState, 'active')
    const domains = (await Promise.all(fake.hypervisors.map(({ driver }) => driver.host.list()))).flat()
    assert.deepEqual(domains.map(({ id }) => id).toSorted(), [...ids].toSorted())
    const created = cloud.spans.filter(({ name }) => name === 'create-in-cell')
    assert.equal(created.length, ids.length, 'one conductor wins each flow')
  })
})
