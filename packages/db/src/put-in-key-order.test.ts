import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { eachDatabase, withDatabase } from './each-database.testing.ts'
import { putInKeyOrder } from './put-in-key-order.ts'

interface Tables {
  boxes: { id: string }
  places: { shelf: string; box_id: string }
}

const withPlaces = (created: CreateTableBuilder<string, string>) =>
  created
    .addColumn('shelf', 'text', (column) => column.notNull())
    .addColumn('box_id', 'text', (column) => column.references('boxes.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('places_shelf', ['shelf'])

const indexBoxes = (db: Kysely<unknown>) =>
  db.schema.createIndex('places_box_id').on('places').column('box_id').execute()

const createTables = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('boxes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .execute()
  await withPlaces(db.schema.createTable('places')).execute()
  await indexBoxes(db)
  await sql`insert into boxes (id) values ('b1'), ('b2')`.execute(db)
  await sql`insert into places (shelf, box_id) values ('upper', 'b1'), ('lower', 'b2')`.execute(db)
}

const migrations = {
  '0001-tables': createTables,
  '0002-in-key-order': (db: Kysely<unknown>): Promise<void> =>
    putInKeyOrder(db, {
      ...{ table: 'places', columns: ['shelf', 'box_id'], build: withPlaces },
      index: () => indexBoxes(db),
    }),
}

eachDatabase((kind) => {
  test('putInKeyOrder keeps the rows, the primary key and the foreign keys of a table', () =>
    withDatabase<Tables>(kind, migrations, async (db) => {
      const places = db.selectFrom('places').selectAll().orderBy('shelf')
      const upper = { shelf: 'upper', box_id: 'b1' }
      assert.deepEqual(await places.execute(), [{ shelf: 'lower', box_id: 'b2' }, upper])
      await assert.rejects(db.insertInto('places').values({ shelf: 'upper', box_id: 'b2' }).execute())
      await db.deleteFrom('boxes').where('id', '=', 'b2').execute()
      assert.deepEqual(await places.execute(), [upper])
    }))
})
