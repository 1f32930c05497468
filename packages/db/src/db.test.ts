import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Kysely } from 'kysely'
import { afterRow, orderTerms, type SortColumn } from './keyset.ts'
import { SchemaTooNew } from './migrate.ts'
import { openDatabase } from './open-database.ts'

interface Tables {
  fruits: { id: string; colour: string | null }
}

const tables = async (db: Kysely<unknown>) =>
  db.schema
    .createTable('fruits')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('colour', 'text')
    .execute()

test('a database opened again still has its rows, and a newer one is refused', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-db-'))
  const url = `sqlite:${join(directory, 'fruits.db')}`
  try {
    const first = await openDatabase<Tables>(url, { '0001-tables': tables, '0002-later': async () => {} })
    await first.insertInto('fruits').values({ id: 'apple', colour: 'red' }).execute()
    await first.destroy()
    const again = await openDatabase<Tables>(url, { '0001-tables': tables, '0002-later': async () => {} })
    assert.deepEqual(
      (await again.selectFrom('fruits').selectAll().execute()).map(({ id }) => id),
      ['apple'],
    )
    await again.destroy()
    await assert.rejects(openDatabase<Tables>(url, { '0001-tables': tables }), SchemaTooNew)
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('a failed transaction leaves nothing', async () => {
  const db = await openDatabase<Tables>('sqlite::memory:', { '0001-tables': tables })
  await assert.rejects(
    db.transaction().execute(async (trx) => {
      await trx.insertInto('fruits').values({ id: 'pear', colour: null }).execute()
      throw new Error('no')
    }),
  )
  assert.deepEqual(await db.selectFrom('fruits').selectAll().execute(), [])
  await db.destroy()
})

for (const direction of ['asc', 'desc'] as const) {
  test(`keyset pages ${direction} visit every row once, nulls among them`, async () => {
    const db = await openDatabase<Tables>('sqlite::memory:', { '0001-tables': tables })
    const colours = ['red', null, 'green', null, 'red', 'blue', 'green']
    await db
      .insertInto('fruits')
      .values(colours.map((colour, index) => ({ id: `f${index}`, colour })))
      .execute()
    const order: SortColumn[] = [
      { column: 'colour', direction, nullable: true },
      { column: 'id', direction: 'asc' },
    ]
    const seen: string[] = []
    let last: Tables['fruits'] | undefined
    for (;;) {
      let query = db.selectFrom('fruits').selectAll().limit(2)
      for (const term of orderTerms(order)) query = query.orderBy(term)
      if (last) query = query.where(afterRow(order, { ...last }))
      const page = await query.execute()
      if (page.length === 0) break
      seen.push(...page.map(({ id }) => id))
      last = page.at(-1)
    }
    assert.equal(seen.length, colours.length)
    assert.equal(new Set(seen).size, colours.length)
    await db.destroy()
  })
}
