import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock as clock } from '@nimbo/kernel/clock'
import { testDatabase } from '@nimbo/testing/test-database'
import { apiMigrations } from '../schema/api-migrations.ts'
import type { ApiTables } from '../schema/api-tables.ts'
import { cellMappings } from './cell-mappings.ts'
import { hostMappings } from './host-mappings.ts'
import { mapNewHosts } from './map-new-hosts.ts'

test('hosts are mapped once, to the cell they came to first, however many there are', async () => {
  const { db, close } = await testDatabase<ApiTables>(apiMigrations)
  try {
    for (const id of ['one', 'two'])
      await cellMappings(db, clock).ensure({ id, name: id, database: id, transport: id })
    const mappings = hostMappings(db, clock)
    const hosts = Array.from({ length: 1_100 }, (_, number) => `host-${String(number).padStart(4, '0')}`)
    const [early, late] = [hosts.slice(0, 700), hosts.slice(600)]
    assert.deepEqual(await mapNewHosts(mappings, 'one', []), [])
    assert.deepEqual(await mapNewHosts(mappings, 'one', early), early)
    assert.deepEqual(await mapNewHosts(mappings, 'two', late), hosts.slice(700))
    assert.deepEqual(await mapNewHosts(mappings, 'one', hosts), [])
    const rows = await mappings.list()
    assert.deepEqual(
      rows.map(({ host, cell_id }) => [host, cell_id]),
      hosts.map((host, number) => [host, number < 700 ? 'one' : 'two']),
    )
  } finally {
    await close()
  }
})
