import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDatabase, withDatabase } from '@nimbo/db/each-database.testing'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { apart, attribute } from '../describe/attribute.ts'
import { type Columns, type Plain, resource } from '../describe/kind.ts'
import { identified, owned, revised, tagged, timed } from '../describe/standard-attributes.ts'
import { boolean, dictionary, integer, listOf, orNull, text } from '../describe/value-types.ts'
import { countOwned } from './count-owned.ts'
import { grouped } from './grouped.ts'
import { repository } from './repository.ts'
import { schemaDifferences } from './schema-differences.testing.ts'
import { ownedByOrShared } from './scopes.ts'
import { tagsIn } from './tags.ts'

const harbour = resource('harbour', 'harbours', { ...identified, open: attribute(boolean, {}) })

const boat = resource(
  'boat',
  'boats',
  {
    ...identified,
    ...owned,
    ...revised,
    ...timed,
    harbour_id: attribute(text(), {}),
    'hull:length': attribute(orNull(integer(0, 100)), {}),
    shared: attribute(boolean, {}),
    papers: attribute(dictionary, {}),
    crew: apart(listOf(text()), {}),
    ...tagged,
  },
  {
    parent: { kind: harbour, attribute: 'harbour_id', facts: { 'harbour:open': 'open' } },
    filters: { long: boolean },
  },
)
type Boat = Plain<typeof boat>

interface Tables {
  boats: Columns<typeof boat> & { hidden: string | null }
  harbours: Columns<typeof harbour>
  sailors: { boat_id: string; name: string }
  boat_words: { boat_id: string; tag: string }
}

const migrations = {
  '0001-boats': async (db: Kysely<unknown>) => {
    const boats = db.schema.createTable('boats').addColumn('id', 'text', (column) => column.primaryKey())
    await ['project_id', 'created_at', 'updated_at', 'harbour_id', 'papers']
      .reduce((table, name) => table.addColumn(name, 'text', (column) => column.notNull()), boats)
      .addColumn('revision_number', 'integer', (column) => column.notNull())
      .addColumn('shared', 'integer', (column) => column.notNull())
      .addColumn('hull_length', 'integer')
      .addColumn('hidden', 'text')
      .execute()
    await db.schema
      .createTable('harbours')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('open', 'integer', (column) => column.notNull())
      .execute()
    await db.schema.createTable('sailors').addColumn('boat_id', 'text').addColumn('name', 'text').execute()
    await db.schema
      .createTable('boat_words')
      .addColumn('boat_id', 'text')
      .addColumn('tag', 'text')
      .addUniqueConstraint('words', ['boat_id', 'tag'])
      .execute()
  },
}

const words = tagsIn({ table: 'boat_words', owner: 'boat_id' })
const boats = repository(boat, {
  visibleTo: ownedByOrShared(boat),
  tags: words,
  filters: {
    long: ([wanted]) =>
      wanted === true ? sql<SqlBool>`boats.hull_length > 10` : sql<SqlBool>`boats.hull_length <= 10`,
  },
  apart: {
    crew: {
      read: async (db: Kysely<Tables>, ids) =>
        grouped(
          await db.selectFrom('sailors').selectAll().where('boat_id', 'in', ids).orderBy('name').execute(),
          ({ boat_id }) => boat_id,
          ({ name }) => name,
        ),
      none: [],
    },
  },
})

const boatCalled = (id: string, rest: Partial<Boat> = {}): Boat => ({
  ...{ id, project_id: 'ann', revision_number: 1, created_at: 'then', updated_at: 'then', harbour_id: 'h' },
  ...{ 'hull:length': null, shared: false, papers: {} },
  ...rest,
})

const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id)

eachDatabase((kind) => {
  const withBoats = (work: (db: Kysely<Tables>) => Promise<void>): Promise<void> =>
    withDatabase<Tables>(kind, migrations, async (db) => {
      await db.insertInto('harbours').values({ id: 'h', open: 1 }).execute()
      await boats.insert(db, boatCalled('a', { 'hull:length': 12, papers: { of: ['salt'] } }), {
        hidden: 'x',
      })
      await boats.insert(db, boatCalled('b', { project_id: 'bob', 'hull:length': 3 }))
      await boats.insert(db, boatCalled('c', { project_id: 'bob', shared: true }))
      await db
        .insertInto('sailors')
        .values([
          { boat_id: 'a', name: 'Zoe' },
          { boat_id: 'a', name: 'Ada' },
        ])
        .execute()
      await words.add(db, 'a', ['red', 'fast'])
      await words.add(db, 'b', ['red'])
      await work(db)
    })

  test('attributes in other tables are read with a resource, and in lists only if requested', () =>
    withBoats(async (db) => {
      const whole = {
        ...boatCalled('a', { 'hull:length': 12, papers: { of: ['salt'] } }),
        crew: ['Ada', 'Zoe'],
      }
      assert.deepEqual(await boats.get(db, 'all', 'a'), { ...whole, tags: ['fast', 'red'] })
      const plain = await boats.plain(db, 'all', 'a')
      assert.ok(plain)
      assert.equal(new Map(Object.entries(plain)).get('harbour:open'), true)
      assert.deepEqual((await boats.complete(db, plain)).crew, ['Ada', 'Zoe'])
      const [some] = await boats.list(db, 'all', { id: ['a'] }, { fields: ['tags'] })
      assert.deepEqual([some?.crew, some?.tags], [[], ['fast', 'red']])
      assert.equal(await boats.get(db, 'all', 'none'), undefined)
    }))

  test('a project sees its own resources and shared ones, and no others', () =>
    withBoats(async (db) => {
      const ann = { projectId: 'ann' }
      assert.deepEqual(idsOf(await boats.list(db, ann)), ['a', 'c'])
      assert.deepEqual(idsOf(await boats.list(db, ann, {}, { limit: 9 })), ['a', 'c'])
      assert.equal(await boats.plain(db, ann, 'b'), undefined)
      assert.deepEqual([...(await boats.plainById(db, ann, ['a', 'b', 'c'])).keys()], ['a', 'c'])
    }))

  test('lists are filtered by columns, by filters of their own and by tags, but not by other tables', () =>
    withBoats(async (db) => {
      const found = async (filters: Parameters<typeof boats.list>[2]) =>
        idsOf(await boats.list(db, 'all', filters))
      assert.deepEqual(await found({ project_id: ['bob', 'eve'] }), ['b', 'c'])
      assert.deepEqual(await found({ 'hull:length': [3, null] }), ['b', 'c'])
      assert.deepEqual(await found({ shared: [true] }), ['c'])
      assert.deepEqual(await found({ project_id: [] }), [])
      assert.deepEqual(await found({ long: [true] }), ['a'])
      assert.deepEqual(await found({ tags: ['red,fast'] }), ['a'])
      assert.deepEqual(await found({ 'tags-any': ['red', 'slow'] }), ['a', 'b'])
      assert.deepEqual(await found({ 'not-tags': ['red,fast'] }), ['b', 'c'])
      assert.deepEqual(await found({ 'not-tags-any': ['red'] }), ['c'])
      await assert.rejects(found({ crew: ['Ada'] }), /cannot be narrowed by crew/)
    }))

  test('pages can be read in both directions, with null sorted before all values', () =>
    withBoats(async (db) => {
      const sort = [{ attribute: 'hull:length', direction: 'asc' }] as const
      const page = async (rest: object) => idsOf(await boats.list(db, 'all', {}, { sort, limit: 2, ...rest }))
      assert.deepEqual(await page({}), ['c', 'b'])
      assert.deepEqual(await page({ marker: 'b' }), ['a'])
      assert.deepEqual(await page({ marker: 'a', backwards: true }), ['c', 'b'])
      assert.deepEqual(await page({ marker: 'nowhere' }), [])
    }))

  test('update sets revision_number and updated_at, insert refuses an existing id, and delete removes tags', () =>
    withBoats(async (db) => {
      const changed = await boats.update(db, 'a', { 'hull:length': 13 }, 'now')
      assert.deepEqual(
        [changed?.['hull:length'], changed?.revision_number, changed?.updated_at],
        [13, 2, 'now'],
      )
      assert.equal(await boats.update(db, 'none', {}, 'now'), undefined)
      assert.equal(await boats.insert(db, boatCalled('a')), undefined)
      assert.equal(await boats.delete(db, 'a'), true)
      assert.equal(await boats.delete(db, 'a'), false)
      assert.deepEqual(await words.of(db, ['a', 'b']), new Map([['b', ['red']]]))
      const { rows } = await sql<{ owned: unknown }>`select ${countOwned(boat, 'bob')} as owned`.execute(db)
      assert.deepEqual(
        rows.map(({ owned }) => Number(owned)),
        [2],
      )
    }))

  test('schemaDifferences compares tables with the descriptions of kinds, column by column', () =>
    withBoats(async (db) => {
      const beside = { hidden: { nullable: true } }
      assert.deepEqual(await schemaDifferences(db, [{ kind: boat, beside }, { kind: harbour }]), [])
      const { 'hull:length': _length, ...others } = boat.attributes
      const other = resource('boat', 'boats', {
        ...others,
        shared: attribute(orNull(text()), {}),
        flag: attribute(text(), {}),
      })
      assert.deepEqual(await schemaDifferences(db, [{ kind: other }, { kind: resource('x', 'xs', {}) }]), [
        'boats.flag: missing, but described as text not null',
        'boats.hidden: text, but described as not described',
        'boats.hull_length: integer, but described as not described',
        'boats.shared: integer not null, but described as text',
        'xs: no such table',
      ])
    }))
})
