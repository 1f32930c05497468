import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MigrationSet } from '@nimbo/db/migrate'
import { systemClock as clock } from '@nimbo/kernel/clock'
import { testDatabases } from '@nimbo/testing/test-databases'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { createCell } from './create-cell.ts'
import { deleteCell } from './delete-cell.ts'
import { chosenCells, openApi } from '../find-cell.ts'

test('a cell that gets a host while it is being deleted stays', async () => {
  const databases = testDatabases()
  const host: DatabaseHost = { openDatabase: databases.openDatabase, clock }
  try {
    const cell = { name: 'one', database: 'one-db', transport: 'rabbit://broker/one', disabled: false }
    const made = await createCell(host, cell)
    assert.ok(made.outcome === 'created')
    // The cell’s own database is opened after the check that no host is mapped to the cell.
    const meanwhile: DatabaseHost = {
      clock,
      openDatabase: async <Tables>(name: string, migrations: MigrationSet) => {
        if (name === cell.database) await hostMappings(await openApi(host), clock).add('late', made.id)
        return host.openDatabase<Tables>(name, migrations)
      },
    }
    await assert.rejects(deleteCell(meanwhile, made.id, { force: false }))
    assert.equal((await chosenCells(host, made.id)).length, 1)
    assert.equal(await deleteCell(host, made.id, { force: false }), 'has-hosts')
  } finally {
    await databases.close()
  }
})
