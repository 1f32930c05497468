import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { allOrNone } from './all-or-none.ts'
import { eachDatabase, withDatabase } from './each-database.testing.ts'
import { inTransaction } from './in-transaction.ts'
import { openDatabase } from './open-database.ts'
import { SpelledOut } from './parameter-shape.ts'
import { prepared } from './prepared.ts'

interface Tables {
  fruits: { id: string; colour: string | null; weight: number; skin: Uint8Array | null }
}

const migrations = {
  '0001-fruits': (db: Kysely<unknown>) =>
    db.schema
      .createTable('fruits')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('colour', 'text')
      .addColumn('weight', 'integer', (column) => column.notNull())
      .addColumn('skin', sql`bytea`)
      .execute(),
}

const fruit = (id: string, colour: string | null = null, weight = 1): Tables['fruits'] => ({
  id,
  colour,
  weight,
  skin: null,
})

/** A query, and how often it was built. */
const counted = <Built extends (db: Kysely<Tables>, parameters: never) => unknown>(build: Built) => {
  const count = { built: 0 }
  const counting = ((db, parameters) => {
    count.built += 1
    return build(db, parameters)
  }) as Built
  return { count, counting }
}

const addFruits = prepared((db: Kysely<Tables>, { rows }: { readonly rows: readonly Tables['fruits'][] }) =>
  db.insertInto('fruits').values(rows),
)

eachDatabase((kind) => {
  const withFruits = (work: (db: Kysely<Tables>) => Promise<void>): Promise<void> =>
    withDatabase<Tables>(kind, migrations, async (db) => {
      await addFruits(db, { rows: [fruit('apple', 'red', 3), fruit('lime', 'green', 2), fruit('pear')] })
      await work(db)
    })

  test('a prepared query is built once, and finds rows by its parameters at each run', () =>
    withFruits(async (db) => {
      const { count, counting } = counted((db: Kysely<Tables>, { id }: { readonly id: string }) =>
        db.selectFrom('fruits').select(['id', 'weight']).where('id', '=', id),
      )
      const find = prepared(counting)
      assert.deepEqual(await find(db, { id: 'apple' }), [{ id: 'apple', weight: 3 }])
      assert.deepEqual(await find(db, { id: "lime'--" }), [])
      const [lime] = await inTransaction(db, (trx) => find(trx, { id: 'lime' }))
      assert.equal(lime?.weight satisfies number | undefined, 2)
      assert.equal(count.built, 1)
    }))

  test('parameters of other names, in another order or of another kind are not mixed up with earlier ones', () =>
    withFruits(async (db) => {
      interface Sought {
        readonly least?: number
        readonly colour?: string | null
        readonly id?: string
      }
      const seek = prepared((db: Kysely<Tables>, { least, colour, id }: Sought) => {
        let query = db.selectFrom('fruits').select('id').orderBy('id')
        if (least !== undefined) query = query.where('weight', '>=', least)
        if (colour !== undefined) query = query.where('colour', 'is', colour)
        if (id !== undefined) query = query.where('id', '=', id)
        return query
      })
      const found = async (sought: Sought) => (await seek(db, sought)).map(({ id }) => id)
      for (let time = 0; time < 2; time += 1) {
        assert.deepEqual(await found({ least: 2, id: 'apple' }), ['apple'])
        assert.deepEqual(await found({ id: 'apple', least: 4 }), [])
        assert.deepEqual(await found({ id: 'apple' }), ['apple'])
        assert.deepEqual(await found({ least: 2, id: undefined } as object), ['apple', 'lime'])
        assert.deepEqual(await found({ colour: null }), ['pear'])
        assert.deepEqual(await found({}), ['apple', 'lime', 'pear'])
      }
    }))

  test('a limit that callers choose is a literal, and each value makes a query of its own', () =>
    withFruits(async (db) => {
      const { count, counting } = counted((db: Kysely<Tables>, { limit }: { readonly limit: SpelledOut }) =>
        db.selectFrom('fruits').select('id').orderBy('id').limit(limit.value),
      )
      const first = prepared(counting)
      assert.deepEqual(await first(db, { limit: new SpelledOut(1) }), [{ id: 'apple' }])
      assert.equal((await first(db, { limit: new SpelledOut(2) })).length, 2)
      assert.equal((await first(db, { limit: new SpelledOut(1) })).length, 1)
      assert.equal(count.built, 2)
    }))

  test('a query with more variants than are cached stays right, and recent variants are not built again', () =>
    withFruits(async (db) => {
      const { count, counting } = counted((db: Kysely<Tables>, { limit }: { readonly limit: SpelledOut }) =>
        db.selectFrom('fruits').select('id').orderBy('id').limit(limit.value),
      )
      const first = prepared(counting)
      const found = async (limit: number) => (await first(db, { limit: new SpelledOut(limit) })).length
      for (let limit = 1; limit <= 60; limit += 1) assert.equal(await found(limit), Math.min(limit, 3))
      assert.equal(await found(60), 3)
      assert.equal(await found(20), 3)
      assert.equal(count.built, 60)
      assert.equal(await found(1), 1)
      assert.equal(count.built, 61)
    }))

  test('inserts that differ in nulls, columns or number of rows are not mixed up', () =>
    withFruits(async (db) => {
      const rows = [
        [fruit('n1', null, 1), fruit('n2', 'red', 2)],
        [fruit('n3', 'red', 3), fruit('n4', null, 4)],
        [{ weight: 5, id: 'n5', skin: Uint8Array.of(5), colour: 'red' }],
        [fruit('n6', 'red', 6), fruit('n7', 'red', 7), fruit('n8', null, 8)],
      ]
      for (const some of rows) assert.equal(await addFruits(db, { rows: some }), some.length)
      const found = await db
        .selectFrom('fruits')
        .selectAll()
        .where('id', 'like', 'n%')
        .orderBy('id')
        .execute()
      assert.deepEqual(
        found.map(({ skin, ...rest }) => ({ ...rest, skin: skin && [...skin] })),
        rows.flat().map(({ skin, ...rest }) => ({ ...rest, skin: skin && [...skin] })),
      )
    }))

  test('a parameter can be used more than once, in any order, beside constants of the query', () =>
    withFruits(async (db) => {
      const near = prepared((db: Kysely<Tables>, p: { readonly least: number; readonly most: number }) =>
        db
          .selectFrom('fruits')
          .select(['id', sql<number>`weight - ${p.most} + ${p.least}`.as('beside')])
          .where('weight', '<=', p.most)
          .where('colour', '=', 'green')
          .where('weight', '>=', p.least)
          .orderBy('id')
          .limit(1),
      )
      assert.deepEqual(await near(db, { least: 1, most: 5 }), [{ id: 'lime', beside: -2 }])
      assert.deepEqual(await near(db, { most: 2, least: 2 }), [{ id: 'lime', beside: 2 }])
      assert.deepEqual(await near(db, { most: 5, least: 3 }), [])
    }))

  test('a parameter that the query does not use is left out', () =>
    withFruits(async (db) => {
      interface Sought {
        readonly id: string
        readonly colour: string
        readonly ofAnyColour: boolean
      }
      const find = prepared((db: Kysely<Tables>, { id, colour, ofAnyColour }: Sought) => {
        const query = db.selectFrom('fruits').select('id').where('id', '=', id)
        return ofAnyColour ? query : query.where('colour', '=', colour)
      })
      for (let time = 0; time < 2; time += 1) {
        assert.deepEqual(await find(db, { id: 'lime', colour: 'red', ofAnyColour: true }), [{ id: 'lime' }])
        assert.deepEqual(await find(db, { id: 'lime', colour: 'red', ofAnyColour: false }), [])
      }
    }))

  test('an update or delete returns the number of rows it changed, or with `returning` the rows', () =>
    withFruits(async (db) => {
      const paint = prepared((db: Kysely<Tables>, p: { readonly colour: string; readonly least: number }) =>
        db.updateTable('fruits').set({ colour: p.colour }).where('weight', '>=', p.least),
      )
      const changed: number = await paint(db, { colour: 'blue', least: 2 })
      assert.equal(changed, 2)
      assert.equal(await paint(db, { colour: 'blue', least: 9 }), 0)
      const remove = prepared((db: Kysely<Tables>, { id }: { readonly id: string }) =>
        db.deleteFrom('fruits').where('id', '=', id).returning('colour'),
      )
      assert.deepEqual(await remove(db, { id: 'lime' }), [{ colour: 'blue' }])
      assert.deepEqual(await remove(db, { id: 'lime' }), [])
    }))

  test('null, booleans, missing parameters and other columns each make a query of their own', () =>
    withFruits(async (db) => {
      interface Wish {
        readonly colour?: string | null | undefined
        readonly heaviestFirst: boolean
      }
      const { count, counting } = counted((db: Kysely<Tables>, { colour, heaviestFirst }: Wish) => {
        const some = db.selectFrom('fruits').select('id')
        const all = some.orderBy('weight', heaviestFirst ? 'desc' : 'asc')
        if (colour === undefined) return all
        return colour === null ? all.where('colour', 'is', null) : all.where('colour', '=', colour)
      })
      const query = prepared(counting)
      const find = async (wish: Wish) => (await query(db, wish)).map(({ id }) => id)
      assert.deepEqual(await find({ heaviestFirst: true }), ['apple', 'lime', 'pear'])
      assert.deepEqual(await find({ heaviestFirst: false, colour: undefined }), ['pear', 'lime', 'apple'])
      assert.deepEqual(await find({ heaviestFirst: true, colour: null }), ['pear'])
      assert.deepEqual(await find({ heaviestFirst: true, colour: 'red' }), ['apple'])
      assert.deepEqual(await find({ heaviestFirst: true, colour: 'green' }), ['lime'])
      assert.equal(count.built, 4)
      const change = prepared((db: Kysely<Tables>, p: { id: string; to: Partial<Tables['fruits']> }) =>
        db.updateTable('fruits').set(p.to).where('id', '=', p.id),
      )
      await change(db, { id: 'pear', to: { weight: 7 } })
      await change(db, { id: 'pear', to: { colour: 'red', skin: Uint8Array.of(1, 2) } })
      await change(db, { id: 'apple', to: { colour: null } })
      const pear = await db.selectFrom('fruits').selectAll().where('id', '=', 'pear').execute()
      assert.deepEqual(
        pear.map(({ skin, ...rest }) => ({ ...rest, skin: [...(skin ?? [])] })),
        [{ id: 'pear', colour: 'red', weight: 7, skin: [1, 2] }],
      )
      assert.deepEqual(await find({ heaviestFirst: true, colour: null }), ['apple'])
    }))

  test('lists for `in` are parameters, and lists of similar length share one query', () =>
    withFruits(async (db) => {
      const { count, counting } = counted((db: Kysely<Tables>, p: { ids: readonly string[]; most: number }) =>
        db
          .selectFrom('fruits')
          .select('id')
          .where('id', 'in', p.ids)
          .where('weight', '<=', p.most)
          .orderBy('id'),
      )
      const query = prepared(counting)
      const find = async (ids: string[], most = 9) => (await query(db, { ids, most })).map(({ id }) => id)
      assert.deepEqual(await find(['lime']), ['lime'])
      assert.deepEqual(await find(['pear']), ['pear'])
      assert.equal(count.built, 1)
      assert.deepEqual(await find(['pear', 'apple']), ['apple', 'pear'])
      assert.deepEqual(await find(['pear', 'a', 'b', 'c', 'lime'], 1), ['pear'])
      assert.deepEqual(await find(['pear', 'a', 'b', 'c', 'd', 'lime'], 2), ['lime', 'pear'])
      assert.deepEqual(await find(['pear', 'a', 'b', 'c', 'd', 'e', 'f', 'apple']), ['apple', 'pear'])
      assert.equal(count.built, 3)
    }))

  test('a query that is run very often still finds rows by its parameters', () =>
    withFruits(async (db) => {
      const { count, counting } = counted((db: Kysely<Tables>, p: { weight: number; ids: string[] }) =>
        db.selectFrom('fruits').select('id').where('id', 'in', p.ids).where('weight', '=', p.weight),
      )
      const find = prepared(counting)
      for (let time = 0; time < 120; time += 1) {
        assert.deepEqual(await find(db, { weight: 2, ids: ['apple', 'lime'] }), [{ id: 'lime' }])
        assert.deepEqual(await find(db, { ids: ['apple', 'lime'], weight: 3 }), [{ id: 'apple' }])
      }
      assert.equal(count.built, 2)
    }))

  test('a prepared insert takes any number of rows', () =>
    withFruits(async (db) => {
      assert.equal(await addFruits(db, { rows: [fruit('fig', 'blue'), fruit('kiwi')] }), 2)
      const many = Array.from({ length: 5 }, (_, number) => fruit(`nut ${number}`, null, number))
      assert.equal(await addFruits(db, { rows: many }), 5)
      const found = await db
        .selectFrom('fruits')
        .select(['id', 'weight'])
        .where('id', 'like', 'nut%')
        .execute()
      assert.deepEqual(found.map(({ weight }) => weight).sort(), [0, 1, 2, 3, 4])
    }))

  test('a prepared query takes part in the transaction it is given', () =>
    withFruits(async (db) => {
      const remove = prepared((db: Kysely<Tables>, { id }: { readonly id: string }) =>
        db.deleteFrom('fruits').where('id', '=', id),
      )
      await assert.rejects(
        allOrNone(db, async (trx) => {
          assert.equal(await remove(trx, { id: 'apple' }), 1)
          throw new Error('no')
        }),
        /^Error: no$/,
      )
      assert.equal(await remove(db, { id: 'apple' }), 1)
    }))

  test('a prepared query runs on two databases, and returns the rows of each', () =>
    withFruits((one) =>
      withFruits(async (other) => {
        const count = prepared((db: Kysely<Tables>, { most }: { readonly most: number }) =>
          db
            .selectFrom('fruits')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('weight', '<=', most),
        )
        await addFruits(other, { rows: [fruit('fig')] })
        assert.deepEqual(await count(one, { most: 2 }), [{ count: 2 }])
        assert.deepEqual(await count(other, { most: 2 }), [{ count: 3 }])
      }),
    ))

  test('a query that reads the value of a parameter while it is built is refused', () =>
    withFruits(async (db) => {
      const byText = prepared((db: Kysely<Tables>, { id }: { readonly id: string }) =>
        db.selectFrom('fruits').select('id').where('id', 'like', `${id}%`),
      )
      await assert.rejects(byText(db, { id: 'a' }), /not known when a query is built/)
      const byNumber = prepared((db: Kysely<Tables>, { most }: { readonly most: number }) =>
        db
          .selectFrom('fruits')
          .select('id')
          .where('weight', '<', most + 1),
      )
      await assert.rejects(byNumber(db, { most: 1 }), /not known when a query is built/)
    }))
})

test('a limit cannot be a parameter, since SQLite plans by it', async () => {
  const page = prepared((db: Kysely<Tables>, { most }: { readonly most: number }) =>
    db.selectFrom('fruits').select('id').limit(most),
  )
  const db = await openDatabase<Tables>('sqlite::memory:', migrations)
  await assert.rejects(page(db, { most: 1 }), /limit/)
  await db.destroy()
})
