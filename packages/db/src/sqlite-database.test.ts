import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { type Kysely, type KyselyPlugin, sql, type Transaction } from 'kysely'
import { allOrNone } from './all-or-none.ts'
import { inTransaction } from './in-transaction.ts'
import { openSqlite } from './sqlite.ts'

interface Tables {
  steps: { step: string }
}

const withSteps = async (work: (db: Kysely<Tables>) => Promise<void>): Promise<void> => {
  const db = openSqlite<Tables>(':memory:')
  try {
    await sql`create table steps (step text primary key)`.execute(db)
    await work(db)
  } finally {
    await db.destroy()
  }
}

type Place = Pick<Kysely<Tables>, 'insertInto' | 'selectFrom'>
const add = (place: Place, step: string) => place.insertInto('steps').values({ step }).execute()
const stepsIn = async (place: Place) =>
  (await place.selectFrom('steps').select('step').orderBy('step').execute()).map(({ step }) => step)

test('queries and transactions wait for the end of the running transaction, in turn', () =>
  withSteps(async (db) => {
    const { promise: goOn, resolve } = Promise.withResolvers<void>()
    const done: string[] = []
    const transaction = inTransaction(db, async (trx) => {
      await add(trx, 'a')
      await goOn
      await add(trx, 'b')
      done.push('transaction')
    })
    await Promise.resolve()
    const seen = stepsIn(db)
    const next = allOrNone(db, async (trx) => {
      done.push('next')
      return stepsIn(trx)
    })
    const last = db.transaction().execute(async () => done.push('last'))
    const streamed = Array.fromAsync(db.selectFrom('steps').selectAll().stream())
    // Whatever did not wait would have run by now.
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(done, [])
    resolve()
    await transaction
    assert.deepEqual(await seen, ['a', 'b'])
    assert.deepEqual(await next, ['a', 'b'])
    assert.equal((await streamed).length, 2)
    await last
    assert.deepEqual(done, ['transaction', 'next', 'last'])
    assert.deepEqual(await stepsIn(db), ['a', 'b'])
  }))

test('a failed transaction is rolled back, and the next one gets the connection', () =>
  withSteps(async (db) => {
    await assert.rejects(
      inTransaction(db, async (trx) => {
        await add(trx, 'a')
        await add(trx, 'a')
      }),
      /UNIQUE/,
    )
    await assert.rejects(
      inTransaction(db, () => Promise.reject(new Error('no'))),
      /^Error: no$/,
    )
    await inTransaction(db, (trx) => add(trx, 'b'))
    assert.deepEqual(await stepsIn(db), ['b'])
  }))

test('an error for which SQLite itself rolled back the transaction is thrown unchanged', () =>
  withSteps(async (db) => {
    await add(db, 'a')
    await assert.rejects(
      inTransaction(db, async (trx) => {
        await add(trx, 'b')
        await sql`insert or rollback into steps values ('a')`.execute(trx)
      }),
      /UNIQUE/,
    )
    assert.deepEqual(await stepsIn(db), ['a'])
  }))

test('a transaction whose commit is refused is rolled back', () =>
  withSteps(async (db) => {
    await sql`create table marks (step text references steps deferrable initially deferred)`.execute(db)
    await assert.rejects(
      inTransaction(db, async (trx) => {
        await add(trx, 'a')
        await sql`insert into marks values ('none')`.execute(trx)
      }),
      /FOREIGN KEY/,
    )
    assert.deepEqual(await stepsIn(db), [])
    await inTransaction(db, (trx) => add(trx, 'b'))
    assert.deepEqual(await stepsIn(db), ['b'])
  }))

test('a transaction that was committed or rolled back refuses further statements', () =>
  withSteps(async (db) => {
    const ended: Transaction<Tables>[] = []
    await inTransaction(db, async (trx) => ended.push(trx))
    const failed = allOrNone(db, async (trx) => {
      ended.push(trx)
      throw new Error('no')
    })
    await assert.rejects(failed, /^Error: no$/)
    for (const trx of ended) {
      await assert.rejects(add(trx, 'late'), /ended/)
      await assert.rejects(add(trx.withPlugin(silent), 'late'), /ended/)
      await assert.rejects(Array.fromAsync(trx.selectFrom('steps').selectAll().stream()), /ended/)
    }
    assert.deepEqual(await stepsIn(db), [])
  }))

/** A plugin that leaves everything as it is, and counts what it saw. */
const watching = () => {
  const seen = { queries: 0, results: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      seen.queries += 1
      return node
    },
    transformResult: async ({ result }) => {
      seen.results += 1
      return result
    },
  }
  return { seen, plugin }
}
const silent = watching().plugin

test('a plugin sees every query and result, in transactions too', () =>
  withSteps(async (db) => {
    const { seen, plugin } = watching()
    const watched = db.withPlugin(plugin)
    await add(watched, 'a')
    await inTransaction(watched, async (trx) => {
      await add(trx, 'b')
      await stepsIn(trx)
    })
    await inTransaction(db, (trx) => add(trx.withPlugin(plugin), 'c'))
    assert.deepEqual(seen, { queries: 4, results: 4 })
    assert.deepEqual(await stepsIn(db), ['a', 'b', 'c'])
  }))

test('rows can be streamed inside a transaction that inserts into the same table meanwhile', () =>
  withSteps(async (db) => {
    await inTransaction(db, async (trx) => {
      for (const step of ['a', 'b']) await add(trx, step)
      for await (const { step } of trx.selectFrom('steps').selectAll().where('step', '<', 'c').stream())
        await add(trx, `c${step}`)
    })
    assert.deepEqual(await stepsIn(db), ['a', 'b', 'ca', 'cb'])
  }))

test('a closed database refuses queries, and may be closed twice', () =>
  withSteps(async (db) => {
    await db.destroy()
    await assert.rejects(stepsIn(db), /not open|finalized/)
    await assert.rejects(inTransaction(db, stepsIn), /not open|finalized/)
    await assert.rejects(stepsIn(db), /not open|finalized/)
  }))

test('on a full disk writes fail with DatabaseUnavailable and reads succeed; writes succeed once there is room', () =>
  withSteps(async (db) => {
    await add(db, 'before')
    const { page_count: pages } = (await sql<{ page_count: number }>`pragma page_count`.execute(db))
      .rows[0] ?? { page_count: 0 }
    await sql.raw(`pragma max_page_count = ${pages}`).execute(db)
    const large = 'x'.repeat(100_000)
    const isAway = (error: unknown) =>
      isFault(error, 'DatabaseUnavailable') && error.kind === 'unavailable' && /full/.test(error.message)
    await assert.rejects(add(db, large), isAway)
    await assert.rejects(
      inTransaction(db, async (trx) => {
        await add(trx, 'with it')
        await add(trx, large)
      }),
      isAway,
    )
    assert.deepEqual(await stepsIn(db), ['before'])
    await sql.raw('pragma max_page_count = 1000').execute(db)
    await add(db, large)
    assert.deepEqual(await stepsIn(db), ['before', large])
  }))
