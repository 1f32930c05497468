import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { apiMigrations } from '@nimbo/compute/db/schema/api-migrations'
import type { ApiTables } from '@nimbo/compute/db/schema/api-tables'
import { cell0Id, cellMappings } from '@nimbo/compute/db/cells/cell-mappings'
import { cellMigrations } from '@nimbo/compute/db/schema/cell-migrations'
import type { CellTables } from '@nimbo/compute/db/schema/cell-tables'
import { instances } from '@nimbo/compute/db/servers/instances'
import { sampleServer } from '@nimbo/compute/domain/servers/server.testing'
import { openDatabase } from '@nimbo/db/open-database'
import { systemClock as clock } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { rowsOf, runManage } from './managed-cells.testing.ts'

it('nimbo manage finds the cells of an embedded cloud by its state directory', async () => {
  await using home = await temporaryDirectory()
  const databases = join(home.path, 'databases')
  await mkdir(databases)
  const [api, cell] = [
    await openDatabase<ApiTables>(`sqlite:${databases}/nova_api.db`, apiMigrations),
    await openDatabase<CellTables>(`sqlite:${databases}/nova_cell1.db`, cellMigrations),
  ]
  const server = sampleServer()
  const id = newId<never>()
  try {
    const mappings = cellMappings(api, clock)
    await mappings.ensure({ id: cell0Id, name: 'cell0', database: 'nova_cell0', transport: 'none:///' })
    await mappings.ensure({ id, name: 'cell1', database: 'nova_cell1', transport: 'cell1' })
    await instances(cell, clock).create(server)
  } finally {
    await api.destroy()
    await cell.destroy()
  }
  const cellV2 = (...words: readonly string[]) => runManage(['cell_v2', ...words, '--state-dir', home.path])
  assert.deepEqual(rowsOf((await cellV2('list_cells')).said), [
    ['cell0', cell0Id, 'none:///', 'nova_cell0', 'False'],
    ['cell1', id, 'cell1', 'nova_cell1', 'False'],
  ])
  assert.deepEqual(await cellV2('map_instances', '--cell_uuid', id), {
    ...{ code: 0, said: '1 instances have been mapped.\n', complained: '' },
  })
  assert.equal((await cellV2('verify_instance', '--uuid', server.id)).code, 0)
  assert.deepEqual(await cellV2('update_cell', '--cell_uuid', id), { code: 0, said: '', complained: '' })
  assert.equal(rowsOf((await cellV2('list_cells')).said)[1]?.[3], 'nova_cell1')
})
