import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { openSqlite } from './sqlite.ts'

interface Tables {
  numbers: { value: number; name: string | null }
}

const withNumbers = async (work: (db: Kysely<Tables>) => Promise<void>): Promise<void> => {
  const db = openSqlite<Tables>(':memory:')
  try {
    await sql`create table numbers (value integer primary key, name text)`.execute(db)
    await db
      .insertInto('numbers')
      .values([1, 2, 3, 4, 5].map((value) => ({ value, name: value === 3 ? null : `number ${value}` })))
      .execute()
    await work(db)
  } finally {
    await db.destroy()
  }
}

test('limits and offsets are literals in the SQL, not parameters', () =>
  withNumbers(async (db) => {
    const page = db.selectFrom('numbers').select('value').where('value', '>', 1).orderBy('value')
    const { sql: text, parameters } = page.limit(2).offset(1).compile()
    assert.match(text, /limit 2 offset 1$/)
    assert.deepEqual(parameters, [1])
    assert.deepEqual(await page.limit(2).offset(1).execute(), [{ value: 3 }, { value: 4 }])
  }))

test('lists of similar length make the same statement, and still find the right rows', () =>
  withNumbers(async (db) => {
    const among = (values: number[]) => db.selectFrom('numbers').select('value').where('value', 'in', values)
    assert.equal(among([1, 2, 3, 9, 8]).compile().sql, among([1, 2, 3, 4, 5, 6, 7, 8]).compile().sql)
    assert.deepEqual(await among([5, 9, 8, 7, 1]).orderBy('value').execute(), [{ value: 1 }, { value: 5 }])
    assert.deepEqual(await among([5, 9, 8, 7, 1, 3]).where('value', 'not in', [9, 8, 7, 6, 5]).execute(), [
      { value: 1 },
      { value: 3 },
    ])
  }))

test('rows are plain objects, one for each row', () =>
  withNumbers(async (db) => {
    const rows = await db.selectFrom('numbers').selectAll().orderBy('value').limit(3).execute()
    assert.deepStrictEqual(rows, [
      { value: 1, name: 'number 1' },
      { value: 2, name: 'number 2' },
      { value: 3, name: null },
    ])
  }))

test('a statement run a thousand times returns the same columns each time, whatever their names', () =>
  withNumbers(async (db) => {
    const strange = sql<Record<string, unknown>>`select value, name as "it's ""quoted""\\", null as "7",
      value as "a", name as "a" from numbers order by value limit 1`
    const [first] = (await strange.execute(db)).rows
    for (let time = 0; time < 1_000; time += 1) {
      const [row] = (await strange.execute(db)).rows
      assert.deepEqual(row, first)
      assert.deepEqual(Object.keys(row ?? {}), Object.keys(first ?? {}))
    }
    assert.deepEqual(first, { 7: null, value: 1, 'it\'s "quoted"\\': 'number 1', a: 'number 1' })
  }))

test('rows can be streamed', () =>
  withNumbers(async (db) => {
    const seen: number[] = []
    for await (const { value } of db.selectFrom('numbers').select('value').orderBy('value').stream())
      seen.push(value)
    assert.deepEqual(seen, [1, 2, 3, 4, 5])
  }))

test('a failed insert of many rows is undone as a whole, and keeps the earlier changes of its transaction', () =>
  withNumbers(async (db) => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({
      value: index < 2_999 ? index + 10 : 1,
      name: 'n'.repeat(100),
    }))
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('numbers').set({ name: 'kept' }).where('value', '=', 1).execute()
      await assert.rejects(trx.insertInto('numbers').values(many).execute(), /UNIQUE/)
    })
    const rows = await db.selectFrom('numbers').selectAll().where('value', 'not in', [2, 4, 5]).execute()
    assert.deepEqual(rows, [
      { value: 1, name: 'kept' },
      { value: 3, name: null },
    ])
  }))

test('columns named __proto__ or with quotes are own properties of rows, also after many runs', () =>
  withNumbers(async (db) => {
    const named = sql<object>`select value as "__proto__", name as "a ""quoted"" name" from numbers where value < ${2}`
    for (let time = 0; time < 30; time += 1) {
      const { rows } = await named.execute(db)
      assert.deepEqual(rows.map(Object.entries), [
        [
          ['__proto__', 1],
          ['a "quoted" name', 'number 1'],
        ],
      ])
    }
  }))
