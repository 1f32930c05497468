import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { managedCells, rowsOf } from './managed-cells.testing.ts'

const nothing = { said: '', complained: '' }

describe('nimbo manage cell_v2 discover_hosts', () => {
  it('maps hosts that have reported, each only once, and prints them with --verbose', async () => {
    await using cloud = await managedCells()
    const { cell1, cell2 } = cloud
    await cell1.hostReports('beta')
    await cell1.hostReports('alpha')
    assert.deepEqual(await cloud.cellV2('discover_hosts', '--verbose'), {
      ...{ code: 0, complained: '' },
      said: [cell1, cell2]
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map((cell) =>
          [
            `Getting computes from cell '${cell === cell1 ? 'cell1' : 'cell2'}': ${cell.id}\n`,
            cell === cell1 ? "Creating host mapping for compute host 'alpha'\n" : '',
            cell === cell1 ? "Creating host mapping for compute host 'beta'\n" : '',
            `Found ${cell === cell1 ? 2 : 0} unmapped computes in cell: ${cell.id}\n`,
          ].join(''),
        )
        .join(''),
    })
    assert.deepEqual(await cloud.cellV2('discover_hosts'), { code: 0, ...nothing })
    assert.deepEqual(rowsOf((await cloud.cellV2('list_hosts')).said), [
      ['cell1', cell1.id, 'alpha'],
      ['cell1', cell1.id, 'beta'],
    ])
  })

  it('searches only the given cell, and exits with 1 if it does not exist', async () => {
    await using cloud = await managedCells()
    const { cell1, cell2 } = cloud
    await cell1.hostReports('alpha')
    await cell2.hostReports('beta')
    assert.equal((await cloud.cellV2('discover_hosts', '--cell_uuid', cell2.id)).code, 0)
    assert.deepEqual(rowsOf((await cloud.cellV2('list_hosts')).said), [['cell2', cell2.id, 'beta']])
    const nobody = randomUUID()
    assert.deepEqual(await cloud.cellV2('discover_hosts', '--cell_uuid', nobody), {
      ...{ code: 1, said: '', complained: `nimbo: Cell with uuid ${nobody} was not found.\n` },
    })
  })

  it('exits with 1 with --strict if no host is new; --by-service finds hosts without a hypervisor', async () => {
    await using cloud = await managedCells()
    await cloud.cell2.hostReports('bare', { hypervisor: false })
    assert.deepEqual(await cloud.cellV2('discover_hosts', '--strict'), { code: 1, ...nothing })
    assert.deepEqual(await cloud.cellV2('discover_hosts', '--strict', '--by-service'), {
      code: 0,
      ...nothing,
    })
    assert.deepEqual(await cloud.cellV2('discover_hosts', '--strict', '--by-service'), {
      code: 1,
      ...nothing,
    })
    assert.deepEqual(rowsOf((await cloud.cellV2('list_hosts')).said), [['cell2', cloud.cell2.id, 'bare']])
  })
})

describe('nimbo manage cell_v2 list_hosts', () => {
  it('lists hosts by name, of all cells or of one', async () => {
    await using cloud = await managedCells()
    const { cell1, cell2 } = cloud
    await cell1.hostReports('beta')
    await cell2.hostReports('alpha')
    await cloud.cellV2('discover_hosts')
    const { code, said } = await cloud.cellV2('list_hosts')
    assert.equal(code, 0)
    assert.match(said.split('\n')[1] ?? '', /^\| +Cell Name +\| +Cell UUID +\| +Hostname +\|$/)
    assert.deepEqual(rowsOf(said), [
      ['cell2', cell2.id, 'alpha'],
      ['cell1', cell1.id, 'beta'],
    ])
    const ofOne = await cloud.cellV2('list_hosts', '--cell_uuid', cell1.id)
    assert.deepEqual([ofOne.code, rowsOf(ofOne.said)], [0, [['cell1', cell1.id, 'beta']]])
    const ofNone = await cloud.cellV2('list_hosts', '--cell_uuid', cloud.cell0.id)
    assert.deepEqual([ofNone.code, rowsOf(ofNone.said)], [0, []])
  })

  it('exits with 1 for an unknown cell', async () => {
    await using cloud = await managedCells()
    const nobody = randomUUID()
    assert.deepEqual(await cloud.cellV2('list_hosts', '--cell_uuid', nobody), {
      ...{ code: 1, said: `Cell with uuid ${nobody} was not found.\n`, complained: '' },
    })
  })
})

describe('nimbo manage cell_v2 delete_host', () => {
  it('exits with 1 to 4 for hosts that cannot be deleted, and changes nothing', async () => {
    await using cloud = await managedCells()
    const { cell1, cell2 } = cloud
    await cell1.hostReports('alpha')
    await cloud.cellV2('discover_hosts')
    await cell1.addServer({ host: 'alpha' })
    const nobody = randomUUID()
    const refusals: readonly (readonly [string, string, number, string])[] = [
      [nobody, 'alpha', 1, `Cell with uuid ${nobody} was not found.\n`],
      [cell1.id, 'gamma', 2, 'The host gamma was not found.\n'],
      [cell2.id, 'alpha', 3, `The host alpha was not found in the cell ${cell2.id}.\n`],
      [cell1.id, 'alpha', 4, 'There are instances on the host alpha.\n'],
    ]
    for (const [cell, host, code, said] of refusals)
      assert.deepEqual(await cloud.cellV2('delete_host', '--cell_uuid', cell, '--host', host), {
        ...{ code, said, complained: '' },
      })
    assert.deepEqual(rowsOf((await cloud.cellV2('list_hosts')).said), [['cell1', cell1.id, 'alpha']])
  })

  it('deletes the mapping of a host without servers, which can be discovered again', async () => {
    await using cloud = await managedCells()
    const { cell1 } = cloud
    await cell1.hostReports('alpha')
    await cell1.hostReports('beta')
    await cloud.cellV2('discover_hosts')
    await cell1.deleteServer(await cell1.addServer({ host: 'alpha' }))
    await cell1.addServer({ host: 'beta' })
    const words = ['--cell_uuid', cell1.id, '--host', 'alpha']
    assert.deepEqual(await cloud.cellV2('delete_host', ...words), { code: 0, ...nothing })
    assert.deepEqual(rowsOf((await cloud.cellV2('list_hosts')).said), [['cell1', cell1.id, 'beta']])
    assert.equal((await cloud.cellV2('delete_host', ...words)).code, 2)
    assert.equal((await cloud.cellV2('discover_hosts', '--strict')).code, 0)
    assert.equal(rowsOf((await cloud.cellV2('list_hosts')).said).length, 2)
  })
})
