import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cell0Id } from '@nimbo/compute/db/cells/cell-mappings'
import { brokerOf, type ManagedCells, managedCells, rowsOf } from './managed-cells.testing.ts'

/** Removes the mappings of these cells, as if only their databases had been made. */
const unmap = async ({ api }: ManagedCells, ...ids: readonly string[]): Promise<void> => {
  await api.deleteFrom('cell_mappings').where('id', 'in', ids).execute()
}

const cellsOf = async (cloud: ManagedCells) => rowsOf((await cloud.cellV2('list_cells', '--verbose')).said)
const hostsOf = async (cloud: ManagedCells) =>
  rowsOf((await cloud.cellV2('list_hosts')).said).map(([, cellId, host]) => [cellId, host])

const fromConfiguration =
  '--transport-url not provided in the command line, using the value [DEFAULT]/transport_url from the configuration file\n'

describe('nimbo manage cell_v2 map_cell_and_hosts', () => {
  it('adds the cell of the configuration with its hosts, and later only its new hosts', async () => {
    await using cloud = await managedCells()
    const { cell1, cell2 } = cloud
    await unmap(cloud, cell1.id)
    assert.deepEqual(await cloud.cellV2('map_cell_and_hosts'), {
      ...{ code: 0, complained: '' },
      said: `${fromConfiguration}No hosts found to map to cell, exiting.\n`,
    })
    assert.equal((await cellsOf(cloud)).length, 2)
    await cell1.hostReports('alpha')
    const made = await cloud.cellV2('map_cell_and_hosts', '--name', 'main', '--verbose')
    assert.deepEqual([made.code, made.complained], [0, ''])
    const id = made.said.trim().split('\n').at(-1) ?? ''
    assert.deepEqual(
      (await cellsOf(cloud)).find(([name]) => name === 'main'),
      ['main', id, cell1.transport, cell1.database, 'False'],
    )
    assert.deepEqual(await hostsOf(cloud), [[id, 'alpha']])
    await cell1.hostReports('beta')
    await cell2.hostReports('gamma')
    const again = await cloud.cellV2('map_cell_and_hosts', '--transport-url', brokerOf('x'), '--verbose')
    assert.deepEqual(again, {
      ...{ code: 0, complained: '' },
      said: `Host alpha is already mapped to cell ${id}\n${id}\n`,
    })
    assert.deepEqual(await hostsOf(cloud), [
      [id, 'alpha'],
      [id, 'beta'],
    ])
    const done = await cloud.cellV2('map_cell_and_hosts')
    assert.deepEqual(
      [done.code, done.said],
      [0, `${fromConfiguration}All hosts are already mapped to cell(s).\n`],
    )
    assert.equal((await cellsOf(cloud)).length, 3)
  })

  it('exits with 1 for an invalid broker, and with 255 for that of another cell', async () => {
    await using cloud = await managedCells()
    const { cell1, cell2 } = cloud
    await unmap(cloud, cell1.id)
    await cell1.hostReports('alpha')
    const invalid = await cloud.cellV2('map_cell_and_hosts', '--transport-url', 'http://broker')
    assert.equal(invalid.code, 1)
    assert.match(invalid.complained, /Invalid transport URL/)
    const taken = await cloud.cellV2('map_cell_and_hosts', '--transport-url', cell2.transport)
    assert.equal(taken.code, 255)
    assert.match(taken.complained, new RegExp(`another cell with uuid ${cell2.id}`))
    assert.deepEqual([await hostsOf(cloud), (await cellsOf(cloud)).length], [[], 2])
  })
})

describe('nimbo manage cell_v2 simple_cell_setup', () => {
  it('maps cell, hosts and servers, exits with 1 until a host reports, and can be repeated', async () => {
    await using cloud = await managedCells()
    const { api, cell1 } = cloud
    await unmap(cloud, cell1.id)
    const early = await cloud.cellV2('simple_cell_setup')
    assert.deepEqual([early.code, early.complained], [1, ''])
    assert.match(early.said, /^Cell0 is already setup\n.*\nNo hosts found to map to cell, exiting\.\n$/)
    await cell1.hostReports('alpha')
    const server = await cell1.addServer({ host: 'alpha' })
    const done = await cloud.cellV2('simple_cell_setup', '--transport-url', cell1.transport)
    assert.deepEqual(done, {
      ...{ code: 0, complained: '' },
      said: 'Cell0 is already setup\n1 instances have been mapped.\n',
    })
    const [[cellId] = []] = await hostsOf(cloud)
    const mapped = await api.selectFrom('instance_mappings').select(['server_id', 'cell_id']).execute()
    assert.deepEqual(mapped, [{ server_id: server, cell_id: cellId }])
    const again = await cloud.cellV2('simple_cell_setup', '--transport-url', cell1.transport)
    assert.deepEqual([again.code, (await cellsOf(cloud)).length], [0, 3])
    assert.match(again.said, /All hosts are already mapped to cell\(s\)\.\n0 instances have been mapped\.\n$/)
  })

  it('registers cell0 beside the database of the cell, unless the broker is invalid', async (t) => {
    await using cloud = await managedCells()
    const { cell0, cell1 } = cloud
    // Elsewhere the administrator of the database server makes that of cell0.
    if (!cell1.database.startsWith('sqlite:')) return t.skip('only SQLite makes a database that is opened')
    await unmap(cloud, cell0.id, cell1.id)
    await cell1.hostReports('alpha')
    assert.equal((await cloud.cellV2('simple_cell_setup', '--transport-url', 'http://broker')).code, 1)
    assert.equal((await cellsOf(cloud)).length, 1)
    assert.equal((await cloud.cellV2('simple_cell_setup')).code, 0)
    const made = (await cellsOf(cloud)).find(([name]) => name === 'cell0')
    assert.deepEqual(made, ['cell0', cell0Id, 'none:///', `${cell1.database}_cell0`, 'False'])
  })
})
