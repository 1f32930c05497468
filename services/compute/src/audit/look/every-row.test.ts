import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MigrationSet } from '@nimbo/db/migrate'
import { testDatabase } from '@nimbo/testing/test-database'
import { everyRow } from './every-row.ts'

interface Tables {
  things: { id: string; wanted: number }
}

const migrations: MigrationSet = {
  '0001-things': (db) =>
    db.schema
      .createTable('things')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('wanted', 'integer', (column) => column.notNull())
      .execute(),
}

test('every row of a query is read once, in the order of its key, however many pages that takes', async () => {
  const { db, close } = await testDatabase<Tables>(migrations)
  try {
    const idOf = (number: number): string => String(number).padStart(5, '0')
    const query = db.selectFrom('things').select('id').where('wanted', '=', 1)
    const numbers = [...Array(8_000).keys()]
    for (const [upTo, expected] of [
      [0, 0],
      [4_000, 2_000],
      [4_002, 2_001],
      [8_000, 4_000],
    ] as const) {
      await db.deleteFrom('things').execute()
      for (let from = 0; from < upTo; from += 1_000)
        await db
          .insertInto('things')
          .values(
            numbers.slice(from, Math.min(from + 1_000, upTo)).map((n) => ({ id: idOf(n), wanted: n % 2 })),
          )
          .execute()
      const rows = await everyRow(query, 'id')
      assert.deepEqual(
        rows.map(({ id }) => id),
        numbers
          .slice(0, upTo)
          .filter((n) => n % 2 === 1)
          .map(idOf),
      )
      assert.equal(rows.length, expected)
    }
  } finally {
    await close()
  }
})
