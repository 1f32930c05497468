import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { eachDatabase, withDatabase } from './each-database.testing.ts'
import { createKeptCounts, keepCount, recount } from './kept-counts.ts'

interface Tables {
  boxes: { id: string; project_id: string }
  apples: { id: string; project_id: string; box_id: string }
  quota_usages: { project_id: string; resource: string; slot: string; used: number }
}

const createTables = async (db: Kysely<unknown>): Promise<void> => {
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('project_id', 'text', (column) => column.notNull())
  await table('boxes').execute()
  await table('apples')
    .addColumn('box_id', 'text', (column) => column.references('boxes.id').onDelete('cascade'))
    .execute()
  await sql`insert into boxes (id, project_id) values ('b', 'one')`.execute(db)
  await sql`insert into apples (id, project_id, box_id) values ('a1', 'one', 'b')`.execute(db)
}

const migrations = {
  '0001-tables': createTables,
  '0002-counts': async (db: Kysely<unknown>): Promise<void> => {
    await createKeptCounts(db)
    await keepCount(db, 'apples')
  },
}

const counts = async (db: Kysely<Tables>): Promise<Readonly<Record<string, number>>> => {
  const rows = await db
    .selectFrom('quota_usages')
    .select(['project_id', (query) => query.fn.sum<number | string>('used').as('used')])
    .groupBy('project_id')
    .execute()
  return Object.fromEntries(rows.map(({ project_id, used }) => [project_id, Number(used)]))
}

const apple = (id: string, project_id: string) => ({ id, project_id, box_id: 'b' })

eachDatabase((kind) => {
  const counted = (work: (db: Kysely<Tables>) => Promise<void>) =>
    withDatabase<Tables>(kind, migrations, work)

  test('the kept count follows inserts, moves between projects, deletes, cascades and rollbacks', () =>
    counted(async (db) => {
      assert.deepEqual(await counts(db), { one: 1 })
      await db
        .insertInto('apples')
        .values([apple('a2', 'one'), apple('b1', 'two'), apple('c1', 'one')])
        .execute()
      assert.deepEqual(await counts(db), { one: 3, two: 1 })
      await db.updateTable('apples').set({ project_id: 'two' }).where('id', '=', 'a2').execute()
      assert.deepEqual(await counts(db), { one: 2, two: 2 })
      const failing = db.transaction().execute(async (trx) => {
        await trx.deleteFrom('apples').where('id', '=', 'c1').execute()
        throw new Error('no')
      })
      await assert.rejects(failing, /no/)
      assert.deepEqual(await counts(db), { one: 2, two: 2 })
      await db.deleteFrom('apples').where('id', '=', 'c1').execute()
      assert.deepEqual(await counts(db), { one: 1, two: 2 })
      await db.deleteFrom('boxes').execute()
      assert.deepEqual(await counts(db), { one: 0, two: 0 })
    }))

  test('recount corrects the kept count of one project', () =>
    counted(async (db) => {
      await db.insertInto('apples').values(apple('a2', 'two')).execute()
      await db.updateTable('quota_usages').set({ used: 9 }).execute()
      await recount(db, 'apples', 'two')
      assert.deepEqual(await counts(db), { one: 9, two: 1 })
    }))
})
