import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { type Expression, type Generated, type Kysely, type SqlBool, sql } from 'kysely'
import { afterCommit } from './after-commit.ts'
import { allOrNone } from './all-or-none.ts'
import { eachDatabase, withDatabase } from './each-database.testing.ts'
import { withGrowingKey } from './growing-key.ts'
import { inTransaction } from './in-transaction.ts'
import { afterRow, orderTerms, type SortColumn } from './keyset.ts'
import { SchemaTooNew, SchemaTooOld } from './migrate.ts'
import { migrateDatabase, openDatabase, schemaState } from './open-database.ts'
import { takingRows } from './taking-rows.ts'

interface Tables {
  fruits: { id: string; colour: string | null }
}

const tables = async (db: Kysely<unknown>) =>
  db.schema
    .createTable('fruits')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('colour', 'text')
    .execute()

const first = { '0001-tables': tables }
const later = { ...first, '0002-later': async () => {} }
const idsIn = async (db: Kysely<Tables>) =>
  (await db.selectFrom('fruits').select('id').orderBy('id').execute()).map(({ id }) => id)

test('a file opened again still has its rows, and is refused when its schema is too old or too new', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-db-'))
  const url = `sqlite:${join(directory, 'fruits.db')}`
  try {
    const db = await openDatabase<Tables>(url, first)
    await db.insertInto('fruits').values({ id: 'apple', colour: 'red' }).execute()
    await db.destroy()
    assert.deepEqual((await schemaState(url, later)).missing, ['0002-later'])
    await assert.rejects(openDatabase(url, later, { schema: 'check' }), SchemaTooOld)
    assert.deepEqual(await migrateDatabase(url, later), ['0002-later'])
    const again = await openDatabase<Tables>(url, later, { schema: 'check' })
    assert.deepEqual(await idsIn(again), ['apple'])
    await again.destroy()
    await assert.rejects(openDatabase<Tables>(url, first), SchemaTooNew)
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('a migration that breaks off leaves nothing of itself, and is applied whole the next time', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-db-'))
  const url = `sqlite:${join(directory, 'fruits.db')}`
  const stalks = (breaks: boolean) => ({
    ...first,
    '0002-stalks': async (db: Kysely<unknown>) => {
      await db.schema.createTable('stalks').addColumn('id', 'text').execute()
      if (breaks) throw new Error('as if the process were killed here')
    },
  })
  try {
    await migrateDatabase(url, first)
    await assert.rejects(migrateDatabase(url, stalks(true)), /as if/)
    assert.deepEqual(await migrateDatabase(url, stalks(false)), ['0002-stalks'])
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('a URL of an unknown kind of database is refused', () =>
  assert.rejects(openDatabase('mysql://localhost/nova', first), /mysql:/))

eachDatabase((kind) => {
  test('a failed transaction is rolled back', () =>
    withDatabase<Tables>(kind, first, async (db) => {
      await assert.rejects(
        inTransaction(db, async (trx) => {
          await trx.insertInto('fruits').values({ id: 'pear', colour: null }).execute()
          throw new Error('no')
        }),
        /^Error: no$/,
      )
      assert.deepEqual(await idsIn(db), [])
    }))

  test('afterCommit acts after the commit, never after a rollback, and at once outside a transaction', () =>
    withDatabase<Tables>(kind, first, async (db) => {
      const seen: string[] = []
      for (const [id, run] of [
        ['apple', allOrNone],
        ['pear', inTransaction],
      ] as const) {
        await run(db, async (trx) => {
          afterCommit(trx, () => seen.push(`after ${id}`))
          await trx.insertInto('fruits').values({ id, colour: null }).execute()
          seen.push(id)
        })
        await assert.rejects(
          run(db, async (trx) => {
            afterCommit(trx, () => seen.push('never'))
            throw new Error('no')
          }),
        )
      }
      afterCommit(db, () => seen.push('at once'))
      assert.deepEqual(seen, ['apple', 'after apple', 'pear', 'after pear', 'at once'])
    }))

  test('afterCommit acts once, however often its transaction is retried', () =>
    withDatabase<Tables>(kind, first, async (db) => {
      await db.insertInto('fruits').values({ id: 'basket', colour: '0' }).execute()
      let done = 0
      const add = () =>
        inTransaction(db, async (trx) => {
          afterCommit(trx, () => {
            done += 1
          })
          const { colour } = await trx.selectFrom('fruits').selectAll().executeTakeFirstOrThrow()
          await trx
            .updateTable('fruits')
            .set({ colour: String(Number(colour) + 1) })
            .execute()
        })
      await Promise.all(Array.from({ length: 5 }, add))
      assert.equal(done, 5)
    }))

  test('a growing key does not reuse the values of deleted rows', () =>
    withDatabase<{ events: { position: Generated<number>; what: string } }>(
      kind,
      {
        '0001-events': (db) =>
          withGrowingKey(db, db.schema.createTable('events'), 'position').addColumn('what', 'text').execute(),
      },
      async (db) => {
        const add = async (what: string) =>
          (await db.insertInto('events').values({ what }).returning('position').executeTakeFirstOrThrow())
            .position
        const [one, two] = [await add('one'), await add('two')]
        await db.deleteFrom('events').execute()
        assert.ok(one < two && two < (await add('three')))
      },
    ))

  test('concurrent transactions that lock a row by takingRows before reading it are never retried', () =>
    withDatabase<Tables>(kind, first, async (db) => {
      await db.insertInto('fruits').values({ id: 'basket', colour: '0' }).execute()
      let runs = 0
      const rivals = 12
      const add = () =>
        allOrNone(db, async (trx) => {
          runs += 1
          const basket = trx.selectFrom('fruits').selectAll().where('id', '=', 'basket')
          const { colour } = await takingRows(trx, basket).executeTakeFirstOrThrow()
          await trx
            .updateTable('fruits')
            .set({ colour: String(Number(colour) + 1) })
            .where('id', '=', 'basket')
            .execute()
        })
      await Promise.all(Array.from({ length: rivals }, add))
      assert.equal(runs, rivals)
      const { colour } = await db.selectFrom('fruits').selectAll().executeTakeFirstOrThrow()
      assert.equal(colour, String(rivals))
    }))

  test('LIKE is case-sensitive, unless both sides are lowered', () =>
    withDatabase<Tables>(kind, first, async (db) => {
      const rows = ['Apple', 'apple', 'APPLE'].map((id) => ({ id, colour: 'red' }))
      await db.insertInto('fruits').values(rows).execute()
      const found = async (where: Expression<SqlBool>) =>
        (await db.selectFrom('fruits').select('id').where(where).execute()).map(({ id }) => id).sort()
      assert.deepEqual(await found(sql`id like ${'App%'}`), ['Apple'])
      assert.deepEqual(await found(sql`lower(id) like lower(${'App%'})`), ['APPLE', 'Apple', 'apple'])
    }))

  test('allOrNone transactions that update the same rows in different orders all succeed', () =>
    withDatabase<Tables>(kind, first, async (db) => {
      const names = ['apple', 'pear']
      await db
        .insertInto('fruits')
        .values(names.map((id) => ({ id, colour: '' })))
        .execute()
      const both = (order: readonly string[], mark: string) =>
        allOrNone(db, async (trx) => {
          for (const id of order) {
            await trx
              .updateTable('fruits')
              .set(({ eb, val }) => ({ colour: eb('colour', '||', val(mark)) }))
              .where('id', '=', id)
              .execute()
            await trx.selectFrom('fruits').selectAll().execute()
          }
        })
      await Promise.all([both(names, 'a'), both(names.toReversed(), 'b'), both(names, 'c')])
      const colours = (await db.selectFrom('fruits').select('colour').execute()).map(({ colour }) =>
        [...(colour ?? '')].sort().join(''),
      )
      assert.deepEqual(colours, ['abc', 'abc'])
    }))

  test('concurrent transactions that count rows before they insert never exceed the limit', () =>
    withDatabase<Tables>(kind, first, async (db) => {
      const limit = 5
      const grow = (id: string) =>
        inTransaction(db, async (trx) => {
          const { grown } = await trx
            .selectFrom('fruits')
            .select((eb) => eb.fn.countAll<number>().as('grown'))
            .executeTakeFirstOrThrow()
          if (grown >= limit) return false
          await trx.insertInto('fruits').values({ id, colour: null }).execute()
          return true
        })
      const grown = await Promise.all(Array.from({ length: 12 }, (_, index) => grow(`f${index}`)))
      assert.equal(grown.filter(Boolean).length, limit)
      assert.equal((await idsIn(db)).length, limit)
    }))

  test('inTransaction transactions that deadlock all succeed in the end', () =>
    withDatabase<Tables>(kind, first, async (db) => {
      await db
        .insertInto('fruits')
        .values(['a', 'b'].map((id) => ({ id, colour: '' })))
        .execute()
      const paint = (order: readonly string[]) =>
        inTransaction(db, async (trx) => {
          for (const id of order)
            await sql`update fruits set colour = colour || 'x' where id = ${id}`.execute(trx)
        })
      await Promise.all(
        Array.from({ length: 8 }, (_, index) => paint(index % 2 === 0 ? ['a', 'b'] : ['b', 'a'])),
      )
      const colours = await db.selectFrom('fruits').select('colour').orderBy('id').execute()
      assert.deepEqual(
        colours.map(({ colour }) => colour),
        ['x'.repeat(8), 'x'.repeat(8)],
      )
    }))

  test('counts, sums and averages are returned as numbers, and booleans as 0 or 1', () =>
    withDatabase<Tables>(kind, first, async (db) => {
      await db.insertInto('fruits').values({ id: 'plum', colour: null }).execute()
      const { rows } = await sql`
        select count(*) as n, sum(cast(7000000000 as bigint)) as big, avg(3) as mean, id = 'plum' as yes
        from fruits group by id
      `.execute(db)
      assert.deepEqual({ ...(rows[0] as object) }, { n: 1, big: 7_000_000_000, mean: 3, yes: 1 })
    }))

  test('an insert that does nothing on a conflict reports 0 rows, and its transaction goes on', () =>
    withDatabase<Tables>(kind, first, async (db) => {
      const put = (trx: Kysely<Tables>) =>
        trx
          .insertInto('fruits')
          .values({ id: 'fig', colour: null })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
      const written = await inTransaction(db, async (trx) => [await put(trx), await put(trx)])
      assert.deepEqual(
        written.map(({ numInsertedOrUpdatedRows }) => numInsertedOrUpdatedRows),
        [1n, 0n],
      )
    }))

  for (const direction of ['asc', 'desc'] as const) {
    test(`keyset pages ${direction} visit every row once, nulls among them`, () =>
      withDatabase<Tables>(kind, first, async (db) => {
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
      }))
  }

  if (kind.name === 'PostgreSQL')
    test('text with a NUL character, which PostgreSQL cannot store, is refused as a bad request', () =>
      withDatabase<Tables>(kind, first, async (db) => {
        const put = db.insertInto('fruits').values({ id: 'a\0b', colour: null }).execute()
        await assert.rejects(put, (error) => isFault(error, 'InvalidValue') && error.kind === 'badRequest')
      }))
})
