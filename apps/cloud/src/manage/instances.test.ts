import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { instanceMappings } from '@nimbo/compute/db/cells/instance-mappings'
import { systemClock as clock } from '@nimbo/kernel/clock'
import { type ManagedCells, managedCells } from './managed-cells.testing.ts'

const mapped = async ({ api }: ManagedCells): Promise<readonly string[]> =>
  (await api.selectFrom('instance_mappings').select('server_id').orderBy('server_id').execute()).map(
    ({ server_id }) => server_id,
  )

const mapping = (cloud: ManagedCells, ...words: readonly string[]) =>
  cloud.cellV2('map_instances', '--cell_uuid', cloud.cell1.id, ...words)

const done = (code: number, count: number) => ({
  ...{ code, said: `${count} instances have been mapped.\n`, complained: '' },
})

describe('nimbo manage cell_v2 map_instances', () => {
  it('maps all servers of a cell, with the fields that listing them needs', async () => {
    await using cloud = await managedCells()
    const living = await cloud.cell1.addServer()
    const deleted = await cloud.cell1.addServer({ age: 60 })
    await cloud.cell1.deleteServer(deleted)
    await cloud.cell2.addServer()
    assert.deepEqual(await mapping(cloud), done(0, 2))
    const rows = await cloud.api.selectFrom('instance_mappings').selectAll().orderBy('created_at').execute()
    const common = { cell_id: cloud.cell1.id, project_id: 'project-1', user_id: 'user-1' }
    assert.deepEqual(rows, [
      { server_id: deleted, ...common, queued_for_delete: 1, created_at: '2025-12-31T23:59:00.000Z' },
      { server_id: living, ...common, queued_for_delete: 0, created_at: '2026-01-01T00:00:00.000Z' },
    ])
    assert.deepEqual(await mapping(cloud), done(0, 0))
  })

  it('goes on where the last run ended, oldest servers first; --reset starts again', async () => {
    await using cloud = await managedCells()
    const { cell1 } = cloud
    const [third, first, second] = [
      await cell1.addServer({ age: 10 }),
      await cell1.addServer({ age: 30 }),
      await cell1.addServer({ age: 20 }),
    ]
    assert.deepEqual(await mapping(cloud, '--max-count', '2'), done(1, 2))
    assert.deepEqual(await mapped(cloud), [first, second].toSorted())
    const late = await cell1.addServer({ age: 40 })
    assert.deepEqual(await mapping(cloud, '--max-count', '1'), done(0, 1))
    assert.deepEqual(await mapped(cloud), [first, second, third].toSorted())

    // A run that reached the end leaves no marker, so the next begins with the oldest server.
    assert.deepEqual(await mapping(cloud, '--max-count', '2'), done(1, 1))
    assert.deepEqual(await mapped(cloud), [first, second, third, late].toSorted())
    const later = await cell1.addServer({ age: 50 })
    assert.deepEqual(await mapping(cloud, '--max-count', '1', '--reset'), done(1, 1))
    assert.equal((await mapped(cloud)).includes(later), true)
    assert.deepEqual(await mapping(cloud), done(0, 0))
  })

  it('keeps a marker for each cell', async () => {
    await using cloud = await managedCells()
    const { cell1, cell2 } = cloud
    const ofFirst = [await cell1.addServer({ age: 2 }), await cell1.addServer({ age: 1 })]
    const ofSecond = [await cell2.addServer({ age: 2 }), await cell2.addServer({ age: 1 })]
    for (const code of [1, 0])
      for (const { id } of [cell1, cell2])
        assert.deepEqual(
          await cloud.cellV2('map_instances', '--cell_uuid', id, '--max-count', '1'),
          done(code, 1),
        )
    assert.deepEqual(await mapped(cloud), [...ofFirst, ...ofSecond].toSorted())
  })

  it('does not change existing mappings', async () => {
    await using cloud = await managedCells()
    const { api, cell1, cell2 } = cloud
    const elsewhere = await cell1.addServer()
    await instanceMappings(api, clock).insert(elsewhere, 'project-1', 'user-1')
    await instanceMappings(api, clock).setCell(elsewhere, cell2.id)
    assert.deepEqual(await mapping(cloud), done(0, 0))
    assert.equal((await instanceMappings(api, clock).find(elsewhere))?.cell_id, cell2.id)
  })

  it('maps more servers than a page holds', async () => {
    await using cloud = await managedCells()
    const { cell1 } = cloud
    await cell1.addServer()
    const row = await cell1.db.selectFrom('instances').selectAll().executeTakeFirstOrThrow()
    const copies = Array.from({ length: 1_200 }, (_, at) => ({ ...row, id: randomUUID(), number: at + 2 }))
    for (let at = 0; at < copies.length; at += 200)
      await cell1.db
        .insertInto('instances')
        .values(copies.slice(at, at + 200))
        .execute()
    assert.deepEqual(await mapping(cloud, '--max-count', '700'), done(1, 700))
    assert.deepEqual(await mapping(cloud), done(0, 501))
    assert.equal((await mapped(cloud)).length, 1_201)
  })

  it('exits with 127 for an invalid count, and with 255 for an unknown cell', async () => {
    await using cloud = await managedCells()
    for (const count of ['0', '-1', 'many', '1.5', ''])
      assert.deepEqual(await mapping(cloud, `--max-count=${count}`), {
        ...{ code: 127, said: '', complained: 'nimbo: Must supply a positive value for max-count\n' },
      })
    const nobody = randomUUID()
    assert.deepEqual(await cloud.cellV2('map_instances', '--cell_uuid', nobody), {
      ...{ code: 255, said: '', complained: `nimbo: Cell with uuid ${nobody} was not found.\n` },
    })
  })
})

describe('nimbo manage cell_v2 verify_instance', () => {
  const verify = async (cloud: ManagedCells, id: string) => {
    const answer = await cloud.cellV2('verify_instance', '--uuid', id)
    assert.deepEqual(await cloud.cellV2('verify_instance', '--uuid', id, '--quiet'), {
      ...{ code: answer.code, said: '', complained: '' },
    })
    assert.equal(answer.complained, '')
    return [answer.code, answer.said]
  }

  it('exits with another code for a server that is unmapped, without a cell, mapped, deleted or archived', async () => {
    await using cloud = await managedCells()
    const { api, cell1 } = cloud
    const id = await cell1.addServer()
    assert.deepEqual(await verify(cloud, id), [
      1,
      `Instance ${id} is not mapped to a cell (upgrade is incomplete) or instance does not exist\n`,
    ])
    await instanceMappings(api, clock).insert(id, 'project-1', 'user-1')
    assert.deepEqual(await verify(cloud, id), [2, `Instance ${id} is not mapped to a cell\n`])
    await instanceMappings(api, clock).setCell(id, cell1.id)
    assert.deepEqual(await verify(cloud, id), [0, `Instance ${id} is in cell: cell1 (${cell1.id})\n`])
    await cell1.deleteServer(id)
    assert.deepEqual(await verify(cloud, id), [
      3,
      `The instance with uuid ${id} has been deleted.\nExecute \`nimbo manage db archive_deleted_rows\` command to archive this deleted instance and remove its instance_mapping.\n`,
    ])
    await cell1.db.deleteFrom('instances').where('id', '=', id).execute()
    assert.deepEqual(await verify(cloud, id), [
      4,
      `The instance with uuid ${id} has been archived.\nHowever its instance_mapping remains.\n`,
    ])
  })
})
