import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemClock as clock } from '@nimbo/kernel/clock'
import { type ManagedCells, managedCells, rowsOf } from './managed-cells.testing.ts'

const nothingSaid = { said: '', complained: '' }

/** Creates mapped servers in both cells, the same number in each, and deletes them. */
const deletedServers = async ({ cell1, cell2, cellV2 }: ManagedCells, ofEach: number): Promise<void> => {
  for (const cell of [cell1, cell2]) {
    const ids = await Promise.all(Array.from({ length: ofEach }, () => cell.addServer()))
    await cellV2('map_instances', '--cell_uuid', cell.id)
    for (const id of ids) await cell.deleteServer(id)
  }
}

const countOf = async (cloud: ManagedCells, table: 'instances' | 'shadow_instances'): Promise<number> => {
  const counts = [cloud.cell1, cloud.cell2].map(async ({ db }) => {
    const { count } = db.fn
    const row = await db
      .selectFrom(table as 'instances')
      .select(count<number | string>('id').as('rows'))
      .executeTakeFirstOrThrow()
    return Number(row.rows)
  })
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0)
}

describe('nimbo manage db archive_deleted_rows', () => {
  it('moves rows of deleted servers in all cells, deletes their mappings, and exits with 1 while rows move', async () => {
    await using cloud = await managedCells()
    await deletedServers(cloud, 2)
    const living = await cloud.cell2.addServer()
    await cloud.cellV2('map_instances', '--cell_uuid', cloud.cell2.id)
    assert.deepEqual(await cloud.manage('db', 'archive_deleted_rows', '--max_rows', '1'), {
      ...{ code: 1, ...nothingSaid },
    })
    assert.equal(await countOf(cloud, 'shadow_instances'), 1)
    const rest = await cloud.manage('db', 'archive_deleted_rows', '--verbose')
    assert.deepEqual([rest.code, rest.complained], [1, ''])
    assert.deepEqual(rowsOf(rest.said), [
      ['instance_mappings', '3'],
      ['instances', '3'],
    ])
    assert.deepEqual(await cloud.manage('db', 'archive_deleted_rows', '--verbose'), {
      code: 0,
      ...nothingSaid,
    })
    assert.equal(await countOf(cloud, 'instances'), 1)
    assert.deepEqual(await cloud.api.selectFrom('instance_mappings').select('server_id').execute(), [
      { server_id: living },
    ])
  })

  it('repeats with --until-complete, leaves rows deleted after --before, and deletes moved rows with --purge', async () => {
    await using cloud = await managedCells()
    await deletedServers(cloud, 2)
    const before = await cloud.manage(
      'db',
      'archive_deleted_rows',
      '--before',
      '2026-01-01',
      '--until-complete',
    )
    assert.deepEqual(before, { code: 0, ...nothingSaid })
    assert.equal(await countOf(cloud, 'instances'), 4)
    const all = ['--until-complete', '--all-cells', '--max_rows', '1', '--purge', '--verbose']
    const { code, said } = await cloud.manage('db', 'archive_deleted_rows', ...all)
    assert.equal(code, 0)
    assert.deepEqual(rowsOf(said), [
      ['instance_mappings', '4'],
      ['instances', '4'],
      ['Table', 'Number of Rows Purged'],
      ['shadow_instances', '4'],
    ])
    assert.equal((await countOf(cloud, 'instances')) + (await countOf(cloud, 'shadow_instances')), 0)
  })

  it('exits with 2 for an invalid count, 4 for an invalid date and 255 for unknown arguments', async () => {
    await using cloud = await managedCells()
    await deletedServers(cloud, 1)
    for (const [words, code, complaint] of [
      [['--max_rows', '0'], 2, /--max_rows takes a whole number from 1, not 0/],
      [['--max_rows', 'many'], 2, /not many/],
      [['--before', 'yesterday'], 4, /--before takes a date/],
      [['--all-rows'], 255, /--all-rows/],
      [['now'], 255, /takes no words like now/],
    ] as const) {
      const outcome = await cloud.manage('db', 'archive_deleted_rows', ...words)
      assert.deepEqual([outcome.code, outcome.said], [code, ''])
      assert.match(outcome.complained, complaint)
    }
    assert.equal(await countOf(cloud, 'shadow_instances'), 0)
  })
})

describe('nimbo manage db purge', () => {
  it('deletes archived rows, exits with 3 if there are none, and with 1 or 2 for invalid arguments', async () => {
    await using cloud = await managedCells()
    await deletedServers(cloud, 1)
    await cloud.manage('db', 'archive_deleted_rows')
    assert.deepEqual(await cloud.manage('db', 'purge', '--before', '2026-01-01'), { code: 3, ...nothingSaid })
    assert.equal((await cloud.manage('db', 'purge')).code, 1)
    assert.equal((await cloud.manage('db', 'purge', '--before', 'soon')).code, 2)
    assert.equal(await countOf(cloud, 'shadow_instances'), 2)
    const tomorrow = new Date(clock.now() + 86_400_000).toISOString()
    const { code, said } = await cloud.manage('db', 'purge', '--before', tomorrow, '--verbose')
    assert.deepEqual([code, rowsOf(said)], [0, [['shadow_instances', '2']]])
    assert.deepEqual(await cloud.manage('db', 'purge', '--all'), { code: 3, ...nothingSaid })
    assert.deepEqual(await cloud.manage('purge', '--all'), { code: 3, ...nothingSaid })
  })
})
