import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock as clock } from '@nimbo/kernel/clock'
import { testDatabase } from '@nimbo/testing/test-database'
import type { Kysely } from 'kysely'
import { cellMigrations } from '../schema/cell-migrations.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import { type Migration, type MigrationStatus, migrations } from './migrations.ts'
import { takeTurn } from './take-turn.ts'

const withCell = async (work: (cell: Kysely<CellTables>) => Promise<void>): Promise<void> => {
  const { db, close } = await testDatabase<CellTables>(cellMigrations)
  try {
    await work(db)
  } finally {
    await close()
  }
}

/** Records a live migration from a host. */
const departure = async (cell: Kysely<CellTables>, host: string, number: number): Promise<Migration> =>
  migrations(cell, clock).create(number, {
    ...{ server_id: `server-${number}`, project_id: 'project', user_id: 'user' },
    ...{ migration_type: 'live-migration', status: 'accepted', source_compute: host },
  })

const take = (cell: Kysely<CellTables>, { id, source_compute }: Migration, most = 1) =>
  takeTurn(cell, clock, { migrationId: id, host: source_compute ?? '', most })

const end = (cell: Kysely<CellTables>, { id }: Migration, status: MigrationStatus) =>
  migrations(cell, clock).change(id, { from: ['queued', 'preparing'], to: { status } })

test('live migrations leave a host one after another, in the order of their requests', () =>
  withCell(async (cell) => {
    const first = await departure(cell, 'a', 1)
    const second = await departure(cell, 'a', 2)
    const third = await departure(cell, 'a', 3)
    const elsewhere = await departure(cell, 'b', 4)
    assert.equal(await take(cell, first), 'taken')
    assert.equal(await take(cell, third), 'not yet')
    assert.equal(await take(cell, second), 'not yet')
    assert.equal(await take(cell, elsewhere), 'taken', 'another host has a queue of its own')
    assert.equal(await take(cell, first), 'taken', 'one that asks again keeps its turn')
    await end(cell, first, 'completed')
    assert.equal(await take(cell, third), 'not yet', 'the second was requested earlier')
    await end(cell, second, 'cancelled')
    assert.equal(await take(cell, second), 'aborted')
    assert.equal(await take(cell, third), 'taken')
  }))

test('no more live migrations get a turn than allowed, even if they ask at the same moment', () =>
  withCell(async (cell) => {
    // The later migration asks first; the earlier one asks one turn of the event loop later in each round.
    for (let further = 0; further < 25; further += 1) {
      const host = `host-${further}`
      const early = await departure(cell, host, 2 * further + 1)
      const late = await departure(cell, host, 2 * further + 2)
      const lateTurn = take(cell, late)
      for (let turn = 0; turn < further; turn += 1) await Promise.resolve()
      const turns = await Promise.all([take(cell, early), lateTurn])
      assert.deepEqual(turns.toSorted(), ['not yet', 'taken'], `${further} turns of the event loop later`)
    }
  }))

test('as many live migrations get a turn at once as allowed, or all if the limit is 0', () =>
  withCell(async (cell) => {
    for (const [host, most, expected] of [
      ['two', 2, 2],
      ['all', 0, 6],
    ] as const) {
      const asked = await Promise.all(
        Array.from({ length: 6 }, (_, index) => departure(cell, host, index + (most === 0 ? 10 : 1))),
      )
      const turns = await Promise.all(asked.map((one) => take(cell, one, most)))
      assert.equal(turns.filter((turn) => turn === 'taken').length, expected)
    }
  }))
