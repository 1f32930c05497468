import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { apiMigrations } from '@nimbo/compute/db/schema/api-migrations'
import { cellMigrations } from '@nimbo/compute/db/schema/cell-migrations'
import type { MigrationSet } from '@nimbo/db/migrate'
import { migrateDatabase } from '@nimbo/db/open-database'
import { cloudDatabases } from '@nimbo/testkit/cloud-databases'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { rowsOf, runManage } from './managed-cells.testing.ts'

/** Nova with empty databases: those of the API, of cell0 and of one cell. */
const newNova = async () => {
  await using stack = new AsyncDisposableStack()
  const home = stack.use(await temporaryDirectory())
  const databases = cloudDatabases(home.path, home.path)
  stack.defer(() => databases.drop())
  const [api, cell0, cell1] = [
    await databases.url('nova_api', {}),
    await databases.url('nova_cell0', {}),
    await databases.url('nova_cell1', {}),
  ]
  const settings = [
    '[DEFAULT]',
    'transport_url = rabbit://broker/cell1',
    '[database]',
    `connection = ${cell1}`,
  ]
  await writeFile(
    join(home.path, 'nova.conf'),
    [...settings, '[api_database]', `connection = ${api}`, ''].join('\n'),
  )
  const parts = stack.move()
  return {
    ...{ api, cell0, cell1 },
    manage: (...words: readonly string[]) => runManage([...words, '--config-dir', home.path]),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

const last = (migrations: MigrationSet): string => Object.keys(migrations).at(-1) ?? ''
const [apiVersion, cellVersion] = [last(apiMigrations), last(cellMigrations)]

/** All migrations but the last, for a database with an old schema. */
const yesterdays = (migrations: MigrationSet): MigrationSet =>
  Object.fromEntries(Object.entries(migrations).slice(0, -1))

describe('nimbo manage db sync and db version', () => {
  it('create the tables of the API and of existing cells, and print their versions', async () => {
    await using nova = await newNova()
    const { manage } = nova
    const before = await manage('db', 'version', 'nova')
    assert.deepEqual([before.code, rowsOf(before.said)], [1, [['nova_api', '', 'older']]])
    const first = await manage('db', 'sync', 'nova')
    assert.deepEqual([first.code, first.complained], [0, ''])
    assert.match(first.said, new RegExp(`^nova_api: has had 0001-flows, .*, ${apiVersion}\n$`))
    assert.equal((await manage('cell_v2', 'map_cell0', '--database_connection', nova.cell0)).code, 0)
    assert.equal((await manage('cell_v2', 'create_cell', '--name', 'cell1')).code, 0)
    const again = await manage('db', 'sync')
    assert.equal(again.code, 0)
    assert.deepEqual(again.said.trim().split('\n').toSorted(), [
      'cell0: is up to date',
      'cell1: is up to date',
      'nova_api: is up to date',
    ])
    const after = await manage('db', 'version')
    assert.equal(after.code, 0)
    assert.deepEqual(rowsOf(after.said), [
      ['nova_api', apiVersion, 'current'],
      ['cell0', cellVersion, 'current'],
      ['cell1', cellVersion, 'current'],
    ])
  })

  it('migrate databases with an older schema, and refuse those with a newer one', async () => {
    await using nova = await newNova()
    const { manage } = nova
    await migrateDatabase(nova.api, yesterdays(apiMigrations))
    const older = await manage('cell_v2', 'list_cells')
    assert.equal(older.code, 255)
    assert.match(older.complained, new RegExp(`${apiVersion}.*nimbo manage db sync`))
    assert.equal((await manage('db', 'sync', 'nova')).said, `nova_api: has had ${apiVersion}\n`)
    assert.equal((await manage('cell_v2', 'create_cell', '--name', 'cell1')).code, 0)
    await migrateDatabase(nova.cell1, { ...cellMigrations, '9999-tomorrow': async () => {} })
    const version = await manage('db', 'version', 'nova')
    assert.deepEqual([version.code, rowsOf(version.said)[1]], [1, ['cell1', '9999-tomorrow', 'newer']])
    const refused = await manage('db', 'sync', 'nova')
    assert.deepEqual([refused.code, refused.said], [1, 'nova_api: is up to date\n'])
    assert.match(refused.complained, /9999-tomorrow/)
  })
})

describe('nimbo manage api_db', () => {
  it('migrates the API database alone, and prints its version', async () => {
    await using nova = await newNova()
    const { manage } = nova
    const before = await manage('api_db', 'version')
    assert.deepEqual([before.code, rowsOf(before.said)], [1, [['nova_api', '', 'older']]])
    const synced = await manage('api_db', 'sync')
    assert.deepEqual([synced.code, synced.complained], [0, ''])
    assert.match(synced.said, new RegExp(`^nova_api: has had 0001-flows, .*, ${apiVersion}\n$`))
    assert.equal((await manage('api_db', 'sync')).said, 'nova_api: is up to date\n')
    const after = await manage('api_db', 'version')
    assert.deepEqual([after.code, rowsOf(after.said)], [0, [['nova_api', apiVersion, 'current']]])
  })
})

describe('nimbo manage db online_data_migrations', () => {
  it('exits with 0 since this version has none, and with 127 for an invalid count', async () => {
    await using nova = await newNova()
    assert.deepEqual(await nova.manage('db', 'online_data_migrations'), {
      ...{ code: 0, complained: '' },
      said: 'This version has no online data migrations: nothing is left to migrate.\n',
    })
    assert.equal((await nova.manage('db', 'online_data_migrations', '--max-count', '0')).code, 127)
  })
})
