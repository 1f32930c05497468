import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { brokerOf, type ManagedCells, managedCells, rowsOf } from './managed-cells.testing.ts'

const listed = async (cloud: ManagedCells) =>
  rowsOf((await cloud.cellV2('list_cells', '--verbose')).said).map(
    ([name, id, transport, database, disabled]) => ({ name, id, transport, database, disabled }),
  )

const namesOf = async (cloud: ManagedCells) => (await listed(cloud)).map(({ name }) => name)

describe('nimbo manage cell_v2 list_cells', () => {
  it('lists cells by name, with the passwords in their URLs masked', async () => {
    await using cloud = await managedCells()
    const { code, said, complained } = await cloud.cellV2('list_cells')
    assert.deepEqual([code, complained], [0, ''])
    assert.match(
      said.split('\n')[1] ?? '',
      /^\| +Name +\| +UUID +\| +Transport URL +\| +Database Connection +\| +Disabled +\|$/,
    )
    assert.deepEqual(
      rowsOf(said).map(([name, id, transport, , disabled]) => [name, id, transport, disabled]),
      [
        ['cell0', cloud.cell0.id, 'none:///', 'False'],
        ['cell1', cloud.cell1.id, 'rabbit://nova:****@broker1,nova:****@broker2/cell1', 'False'],
        ['cell2', cloud.cell2.id, 'rabbit://nova:****@broker1,nova:****@broker2/cell2', 'False'],
      ],
    )
    assert.doesNotMatch(said, /secret/)
  })

  it('shows complete URLs with --verbose', async () => {
    await using cloud = await managedCells()
    const { cell0, cell1, cell2 } = cloud
    assert.deepEqual(
      (await listed(cloud)).map(({ transport, database }) => [transport, database]),
      [
        ['none:///', cell0.database],
        [cell1.transport, cell1.database],
        [cell2.transport, cell2.database],
      ],
    )
  })
})

describe('nimbo manage cell_v2 map_cell0', () => {
  it('leaves an existing cell0 as it is, and exits with 0', async () => {
    await using cloud = await managedCells()
    assert.deepEqual(await cloud.cellV2('map_cell0', '--database_connection', cloud.cell2.database), {
      ...{ code: 0, said: 'Cell0 is already setup\n', complained: '' },
    })
    assert.equal((await listed(cloud))[0]?.database, cloud.cell0.database)
  })
})

describe('nimbo manage cell_v2 create_cell', () => {
  it('exits with 2 for the broker or database of another cell, and names that cell', async () => {
    await using cloud = await managedCells()
    const { cell1, cell2 } = cloud
    const database = await cloud.newDatabase('nova_cell3')
    const clash = (id: string) =>
      `The specified transport_url and/or database_connection combination already exists for another cell with uuid ${id}.\n`
    for (const [transport, connection, taken] of [
      [brokerOf('cell3'), cell2.database, cell2],
      [cell2.transport, database, cell2],
      [cell1.transport, database, cell1],
    ] as const) {
      const words = ['--transport-url', transport, '--database_connection', connection]
      const { code, said } = await cloud.cellV2('create_cell', '--name', 'cell3', ...words)
      assert.deepEqual([code, said], [2, clash(taken.id)])
    }
    const configured = await cloud.cellV2('create_cell', '--name', 'cell3')
    assert.equal(configured.code, 2)
    assert.equal(
      configured.said,
      [
        '--transport-url not provided in the command line, using the value [DEFAULT]/transport_url from the configuration file\n',
        '--database_connection not provided in the command line, using the value [database]/connection from the configuration file\n',
        clash(cell1.id),
      ].join(''),
    )
    assert.deepEqual(await namesOf(cloud), ['cell0', 'cell1', 'cell2'])
  })

  it('exits with 2 for the name of another cell', async () => {
    await using cloud = await managedCells()
    const database = await cloud.newDatabase('nova_cell3')
    const words = ['--transport-url', brokerOf('cell3'), '--database_connection', database]
    assert.deepEqual(await cloud.cellV2('create_cell', '--name', 'cell2', ...words), {
      ...{ code: 2, complained: '' },
      said: `The name is that of another cell with uuid ${cloud.cell2.id}.\n`,
    })
  })

  it('reads URLs from files, so that no list of processes shows them; so does update_cell', async () => {
    await using cloud = await managedCells()
    await using home = await temporaryDirectory()
    const addresses = { broker: brokerOf('cell3'), database: await cloud.newDatabase('nova_cell3') }
    const files = { broker: join(home.path, 'broker'), database: join(home.path, 'database') }
    await writeFile(files.broker, `${addresses.broker}\n`)
    await writeFile(files.database, `${addresses.database}\n`)
    const words = ['--transport-url-file', files.broker, '--database_connection-file', files.database]
    assert.deepEqual(await cloud.cellV2('create_cell', '--name', 'cell3', ...words), {
      ...{ code: 0, said: '', complained: '' },
    })
    const made = (await listed(cloud)).find(({ name }) => name === 'cell3')
    assert.deepEqual([made?.transport, made?.database], [addresses.broker, addresses.database])
    await writeFile(files.broker, `${brokerOf('moved')}\n`)
    const moved = ['--cell_uuid', made?.id ?? '', '--transport-url-file', files.broker]
    assert.equal((await cloud.cellV2('update_cell', ...moved)).code, 0)
    const now = (await listed(cloud)).find(({ name }) => name === 'cell3')
    assert.deepEqual([now?.transport, now?.database], [brokerOf('moved'), addresses.database])
  })

  it('exits with 1 for invalid URLs', async () => {
    await using cloud = await managedCells()
    const database = await cloud.newDatabase('nova_cell3')
    for (const [transport, connection, complaint] of [
      ['http://broker/cell3', database, /^nimbo: Invalid transport URL: .*must begin with one of rabbit/],
      [
        brokerOf('cell3'),
        'mongodb://u:secret@host/nova',
        /^nimbo: Invalid database connection: mongodb:\/\/u:\*{4}@host\/nova\n$/,
      ],
      [brokerOf('cell3'), 'nova', /^nimbo: Invalid database connection: nova\n$/],
    ] as const) {
      const words = ['--transport-url', transport, '--database_connection', connection]
      const { code, complained } = await cloud.cellV2('create_cell', '--name', 'cell3', ...words)
      assert.equal(code, 1)
      assert.match(complained, complaint)
    }
    assert.deepEqual(await namesOf(cloud), ['cell0', 'cell1', 'cell2'])
  })

  it('creates cells that are disabled, and whose name is their id if none is given', async () => {
    await using cloud = await managedCells()
    for (const number of [3, 4]) {
      const database = await cloud.newDatabase(`nova_cell${number}`)
      const words = ['--transport-url', brokerOf(`cell${number}`), '--database_connection', database]
      const { code, said, complained } = await cloud.cellV2(
        'create_cell',
        '--verbose',
        '--disabled',
        ...words,
      )
      assert.deepEqual([code, complained], [0, ''])
      const id = said.trim()
      const made = (await listed(cloud)).find((cell) => cell.id === id)
      assert.deepEqual(made, {
        ...{ name: id, id, transport: brokerOf(`cell${number}`), database, disabled: 'True' },
      })
    }
  })
})

describe('nimbo manage cell_v2 update_cell', () => {
  const unchanged = async (cloud: ManagedCells, exitCode: number, text: string, ...words: string[]) => {
    const before = await listed(cloud)
    assert.deepEqual(await cloud.cellV2('update_cell', ...words), {
      ...{ code: exitCode, said: text, complained: '' },
    })
    assert.deepEqual(await listed(cloud), before)
  }

  it('changes what is given and nothing else', async () => {
    await using cloud = await managedCells()
    const { id } = cloud.cell2
    const database = await cloud.newDatabase('nova_moved')
    const changes: readonly (readonly [string, readonly string[], object])[] = [
      ['name', ['--name', 'west'], { name: 'west' }],
      ['broker', ['--transport-url', brokerOf('west')], { transport: brokerOf('west') }],
      ['database', ['--database_connection', database], { database }],
      ['disabled', ['--disable'], { disabled: 'True' }],
      ['enabled', ['--enable', '--name', 'east'], { disabled: 'False', name: 'east' }],
    ]
    for (const [what, words, change] of changes) {
      const before = (await listed(cloud)).find((cell) => cell.id === id)
      assert.deepEqual(
        await cloud.cellV2('update_cell', '--cell_uuid', id, ...words),
        { code: 0, said: '', complained: '' },
        what,
      )
      const after = (await listed(cloud)).find((cell) => cell.id === id)
      assert.deepEqual(after, { ...before, ...change }, what)
    }
  })

  it('sets the broker and database of the configuration if no arguments are given', async () => {
    await using cloud = await managedCells()
    const { cell1 } = cloud
    const away = ['--transport-url', brokerOf('old'), '--database_connection', await cloud.newDatabase('old')]
    assert.equal((await cloud.cellV2('update_cell', '--cell_uuid', cell1.id, ...away)).code, 0)
    const { code, said } = await cloud.cellV2('update_cell', '--cell_uuid', cell1.id)
    assert.equal(code, 0)
    assert.match(said, /^--transport-url not provided.*\n--database_connection not provided.*\n$/)
    const after = (await listed(cloud)).find(({ id }) => id === cell1.id)
    assert.deepEqual([after?.transport, after?.database], [cell1.transport, cell1.database])
    const other = await cloud.cellV2('update_cell', '--cell_uuid', cloud.cell2.id)
    assert.equal(other.code, 3)
  })

  it('says that a cell is already enabled or disabled', async () => {
    await using cloud = await managedCells()
    const { id } = cloud.cell1
    await unchanged(cloud, 0, `Cell ${id} is already enabled\n`, '--cell_uuid', id, '--enable')
    await cloud.cellV2('update_cell', '--cell_uuid', id, '--disable')
    await unchanged(cloud, 0, `Cell ${id} is already disabled\n`, '--cell_uuid', id, '--disable')
  })

  it('exits with 1 to 5 for invalid changes, and changes nothing', async () => {
    await using cloud = await managedCells()
    const { cell0, cell1, cell2 } = cloud
    const nobody = randomUUID()
    const clash = `The specified transport_url and/or database_connection combination already exists for another cell with uuid ${cell1.id}.\n`
    const both = 'Cell cannot be disabled and enabled at the same time.\n'
    const of = (cell: { id: string }, ...words: string[]) => ['--cell_uuid', cell.id, ...words]
    await unchanged(
      cloud,
      1,
      `Cell with uuid ${nobody} was not found.\n`,
      ...of({ id: nobody }, '--name', 'x'),
    )
    await unchanged(
      ...([cloud, 2] as const),
      `Unable to update CellMapping: The name is that of another cell with uuid ${cell1.id}.\n`,
      ...of(cell2, '--name', 'cell1'),
    )
    await unchanged(cloud, 3, clash, ...of(cell2, '--transport-url', cell1.transport))
    await unchanged(cloud, 3, clash, ...of(cell2, '--database_connection', cell1.database))
    await unchanged(cloud, 4, both, ...of(cell1, '--disable', '--enable'))
    await unchanged(cloud, 5, 'Cell0 cannot be disabled.\n', ...of(cell0, '--disable'))
    await unchanged(cloud, 5, 'Cell0 cannot be disabled.\n', ...of(cell0, '--enable'))
  })

  it('changes the name and database of cell0 as of other cells', async () => {
    await using cloud = await managedCells()
    const database = await cloud.newDatabase('nova_nowhere')
    const words = ['--cell_uuid', cloud.cell0.id, '--name', 'nowhere', '--database_connection', database]
    assert.equal((await cloud.cellV2('update_cell', ...words)).code, 0)
    const after = (await listed(cloud)).find(({ id }) => id === cloud.cell0.id)
    assert.deepEqual([after?.name, after?.database, after?.transport], ['nowhere', database, 'none:///'])
    assert.equal((await cloud.cellV2('update_cell', '--cell_uuid', cloud.cell0.id)).code, 3)
  })
})

describe('nimbo manage cell_v2 delete_cell', () => {
  const refused = async (cloud: ManagedCells, exitCode: number, text: string, ...words: string[]) => {
    const before = await listed(cloud)
    assert.deepEqual(await cloud.cellV2('delete_cell', ...words), {
      ...{ code: exitCode, said: text, complained: '' },
    })
    assert.deepEqual(await listed(cloud), before)
  }

  it('deletes the mapping of an empty cell, and leaves its database', async () => {
    await using cloud = await managedCells()
    const { cell1, cell2 } = cloud
    assert.deepEqual(await cloud.cellV2('delete_cell', '--cell_uuid', cell2.id), {
      ...{ code: 0, said: '', complained: '' },
    })
    assert.deepEqual(await namesOf(cloud), ['cell0', 'cell1'])
    assert.deepEqual(await cell2.db.selectFrom('instances').select('id').execute(), [])
    const gone = `Cell with uuid ${cell2.id} was not found.\n`
    await refused(cloud, 1, gone, '--cell_uuid', cell2.id)
    await refused(cloud, 1, gone, '--cell_uuid', cell2.id, '--force')
    assert.equal((await cloud.cellV2('delete_cell', '--cell_uuid', cell1.id)).code, 0)
  })

  it('deletes a cell with mapped hosts only with --force', async () => {
    await using cloud = await managedCells()
    const { cell1, cell2 } = cloud
    await cell1.hostReports('alpha')
    await cell2.hostReports('beta')
    await cloud.cellV2('discover_hosts')
    const [here] = [['--cell_uuid', cell2.id]]
    await refused(cloud, 2, `There are existing hosts mapped to cell with uuid ${cell2.id}.\n`, ...here)
    assert.equal((await cloud.cellV2('delete_cell', ...here, '--force')).code, 0)
    const hosts = rowsOf((await cloud.cellV2('list_hosts')).said)
    assert.deepEqual(hosts, [['cell1', cell1.id, 'alpha']])
  })

  it('never deletes a cell with servers, mapped or not, even with --force', async () => {
    await using cloud = await managedCells()
    const { cell2 } = cloud
    const here = ['--cell_uuid', cell2.id]
    const full = `There are existing instances mapped to cell with uuid ${cell2.id}.\n`
    await cell2.addServer()
    await refused(cloud, 3, full, ...here)
    await cloud.cellV2('map_instances', ...here)
    await refused(cloud, 3, full, ...here)
    await refused(cloud, 3, full, ...here, '--force')
    await cell2.hostReports('beta')
    await cloud.cellV2('discover_hosts')
    await refused(cloud, 3, full, ...here, '--force')
  })

  it('deletes a cell with mappings of deleted servers only with --force', async () => {
    await using cloud = await managedCells()
    const { api, cell1, cell2 } = cloud
    const here = ['--cell_uuid', cell2.id]
    const kept = await cell1.addServer()
    await cell2.deleteServer(await cell2.addServer())
    await cloud.cellV2('map_instances', '--cell_uuid', cell1.id)
    await cloud.cellV2('map_instances', ...here)
    await refused(
      ...([cloud, 4] as const),
      [
        `There are instance mappings to cell with uuid ${cell2.id}, but all instances have been deleted in the cell.\n`,
        "So execute 'nimbo manage db archive_deleted_rows' to delete the instance mappings.\n",
      ].join(''),
      ...here,
    )
    assert.equal((await cloud.cellV2('delete_cell', ...here, '--force')).code, 0)
    assert.deepEqual(await api.selectFrom('instance_mappings').select('server_id').execute(), [
      { server_id: kept },
    ])
  })
})
