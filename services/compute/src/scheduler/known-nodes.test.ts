import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import { testDatabases } from '@nimbo/testing/test-databases'
import { cellMappings } from '../db/cells/cell-mappings.ts'
import { databasesWithOutages } from '../db/cells/databases-with-outages.testing.ts'
import { type CellAddresses, defaultCells } from '../db/cells/ensure-cells.ts'
import { hostMappings } from '../db/cells/host-mappings.ts'
import { openTestCells } from '../db/cells/open-cells.testing.ts'
import { computeNodes } from '../db/hosts/compute-nodes.ts'
import { services } from '../db/hosts/services.ts'
import { knownNodes } from './known-nodes.ts'

const cell2: CellAddresses = {
  id: '00000000-0000-0000-0000-000000000002',
  name: 'cell2',
  database: 'nova_cell2',
  transport: 'memory://cell2',
}

const addresses = [...defaultCells, cell2]

/** Two cells to which hosts report, and what is known of the nodes of the hosts a, b and c. */
const twoCells = async (t: TestContext) => {
  const clock = manualClock()
  const memory = testDatabases()
  t.after(() => memory.close())
  const outages = new Set<string>()
  const openDatabase = databasesWithOutages(memory.openDatabase, outages)
  const { databases, everyCell } = await openTestCells({ openDatabase, clock }, addresses)
  const cellNamed = (name: string) => {
    const cell = everyCell.find((one) => one.name === name)
    assert.ok(cell)
    return cell
  }
  const mappings = hostMappings(databases.api, clock)
  const known = knownNodes({ databases, clock })
  const look = () => known(['node-of-a', 'node-of-b', 'node-of-c', 'no-node-at-all'])
  return {
    clock,
    outages,
    report: async (host: string, cellName: string, told: { cpuInfo?: object } = {}): Promise<void> => {
      const { db } = cellNamed(cellName)
      const { id: serviceId } = await services(db, clock).ensure(host, 'nova-compute', 1)
      await computeNodes(db, clock).report({
        ...{ id: `node-of-${host}`, service_id: serviceId, host, node: host, host_ip: '192.0.2.1' },
        ...{
          hypervisor_type: 'fake',
          hypervisor_version: 1,
          supported_instances: '[["x86_64","fake","hvm"]]',
        },
        cpu_info: JSON.stringify(told.cpuInfo ?? { model: 'old' }),
        ...{ vcpus: 4, vcpus_used: 0, memory_mb: 4096, memory_mb_used: 0, disk_gb: 40, disk_gb_used: 0 },
        running_vms: 0,
      })
    },
    map: (host: string, cellName: string) => mappings.add(host, cellNamed(cellName).id),
    unmap: (host: string) => mappings.remove(host),
    setDisabled: async (cellName: string, disabled: boolean): Promise<void> => {
      const cell = addresses.find(({ name }) => name === cellName)
      assert.ok(cell)
      await cellMappings(databases.api, clock).ensure({ ...cell, disabled })
    },
    look,
    /** The known hosts, by the name of their cell. */
    seen: async () => {
      const ofCells = await look()
      return Object.fromEntries(
        everyCell.flatMap(({ id, name }) => {
          const nodes = ofCells.get(id)
          return nodes === undefined ? [] : [[name, [...nodes.values()].map(({ host }) => host)]]
        }),
      )
    },
  }
}

test('a node is read as it was reported, and parts that several nodes share are held in memory once', async (t) => {
  const cloud = await twoCells(t)
  for (const host of ['a', 'b']) {
    await cloud.report(host, 'cell1')
    await cloud.map(host, 'cell1')
  }
  const nodes = [...(await cloud.look()).values()].flatMap((ofCell) => [...ofCell.values()])
  const [a, b] = nodes
  assert.equal(nodes.length, 2)
  assert.deepEqual(a, {
    ...{ host: 'a', node: 'a', nodeId: 'node-of-a', cellId: defaultCells[1]?.id, hostIp: '192.0.2.1' },
    ...{ hypervisorType: 'fake', hypervisorVersion: 1 },
    ...{ cpuInfo: { model: 'old' }, supportedInstances: [['x86_64', 'fake', 'hvm']] },
    total: { vcpus: 4, memoryMb: 4096, diskGb: 40 },
  })
  assert.equal(a?.cpuInfo, b?.cpuInfo)
  assert.equal(a?.supportedInstances, b?.supportedInstances)
})

test('a change of a node is seen after two seconds', async (t) => {
  const cloud = await twoCells(t)
  await cloud.report('a', 'cell1')
  await cloud.map('a', 'cell1')
  const model = async () =>
    [...(await cloud.look()).values()].flatMap((nodes) =>
      [...nodes.values()].map(({ cpuInfo }) => cpuInfo.model),
    )
  assert.deepEqual(await model(), ['old'])
  await cloud.report('a', 'cell1', { cpuInfo: { model: 'new' } })
  cloud.clock.advance(1_999)
  assert.deepEqual(await model(), ['old'])
  cloud.clock.advance(1)
  assert.deepEqual(await model(), ['new'])
})

test('a host is known at once when it is mapped, and no longer two seconds after it was unmapped', async (t) => {
  const cloud = await twoCells(t)
  await cloud.report('a', 'cell1')
  await cloud.report('b', 'cell1')
  await cloud.map('a', 'cell1')
  assert.deepEqual(await cloud.seen(), { cell1: ['a'] })
  cloud.clock.advance(1_000)
  await cloud.map('b', 'cell1')
  assert.deepEqual(await cloud.seen(), { cell1: ['a', 'b'] })
  await cloud.report('c', 'cell2')
  await cloud.map('c', 'cell2')
  assert.deepEqual(await cloud.seen(), { cell1: ['a', 'b'], cell2: ['c'] })

  await cloud.unmap('b')
  assert.deepEqual(await cloud.seen(), { cell1: ['a', 'b'], cell2: ['c'] })
  cloud.clock.advance(1_000)
  assert.deepEqual(
    await cloud.seen(),
    { cell1: ['a'], cell2: ['c'] },
    'although it became known only a second ago',
  )
  await cloud.map('b', 'cell1')
  assert.deepEqual(await cloud.seen(), { cell1: ['a', 'b'], cell2: ['c'] })
})

test('a host that is mapped to another cell is known only there within two seconds', async (t) => {
  const cloud = await twoCells(t)
  await cloud.report('a', 'cell1')
  await cloud.map('a', 'cell1')
  assert.deepEqual(await cloud.seen(), { cell1: ['a'] })
  await cloud.unmap('a')
  await cloud.map('a', 'cell2')
  cloud.clock.advance(2_000)
  assert.deepEqual(await cloud.seen(), {}, 'it does not report there')
  await cloud.report('a', 'cell2')
  assert.deepEqual(await cloud.seen(), { cell2: ['a'] })
})

test('the nodes of a cell are left out while it is down or disabled, and known again afterwards', async (t) => {
  const cloud = await twoCells(t)
  await cloud.report('a', 'cell1')
  await cloud.map('a', 'cell1')
  await cloud.report('b', 'cell2')
  await cloud.map('b', 'cell2')
  cloud.outages.add('nova_cell1')
  assert.deepEqual(await cloud.seen(), { cell2: ['b'] })
  cloud.outages.clear()
  assert.deepEqual(await cloud.seen(), { cell1: ['a'], cell2: ['b'] })

  await cloud.setDisabled('cell2', true)
  cloud.clock.advance(2_000)
  assert.deepEqual(await cloud.seen(), { cell1: ['a'] })
  await cloud.setDisabled('cell2', false)
  cloud.clock.advance(2_000)
  assert.deepEqual(await cloud.seen(), { cell1: ['a'], cell2: ['b'] })
})
