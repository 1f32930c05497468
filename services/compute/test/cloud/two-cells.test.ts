import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Bus } from '@nimbo/bus/bus'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import type { ServerId } from '@nimbo/kernel/ids'
import { type CellAddresses, defaultCells, ensureCells } from '../../src/db/cells/ensure-cells.ts'
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
    imageDirectory: join(state, 'images'),
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

  it('tries another host of the same cell when one refuses', async () => {
    await using cloud = await computeCloud(hosts({ failing: 'spawn' }), undefined, { cells, cellOf })
    const [place] = await placesOf(cloud, await bootSeveral(cloud, 1))
    assert.equal(place?.vmState, 'active')
    const built = cloud.spans.filter(({ name }) => name === 'cast-build-and-run')
    const tried = built.map(({ attributes }) => String(attributes.host))
    assert.equal(tried.length, 2)
    assert.notEqual(tried[0], tried[1])
    assert.deepEqual(tried.map(cellOf), [place?.cell, place?.cell])
  })

  it('boots in the cells that are left when one is down', async () => {
    await using cloud = await computeCloud(hosts(), undefined, { cells, cellOf })
    cloud.outages.add('nova_cell1')
    const ids = await bootSeveral(cloud, 3)
    cloud.outages.clear()
    for (const place of await placesOf(cloud, ids))
      assert.deepEqual([place.cell, place.vmState], ['cell2', 'active'])
  })

  it('refuses a host that speaks from another cell than its own', async () => {
    const [first] = hosts()
    assert.ok(first)
    await using cloud = await computeCloud([first], undefined, { cells, cellOf: () => 'cell1' })
    const moved = agentOn(cloud, first, await cloud.setup.openBus(cell2.transport))
    await assert.rejects(moved.start(), { code: 'HostInOtherCell' })
    await moved.stop()
  })

  it('takes up a cell that is added while it runs', async () => {
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
