import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Kysely } from 'kysely'
import { askedSql } from './asked-sql.testing.ts'
import { prepared } from './prepared.ts'
import { takingRows } from './taking-rows.ts'

interface Tables {
  things: { id: string; size: number }
}

const takeThings = prepared((db: Kysely<Tables>, { ids }: { readonly ids: readonly string[] }) =>
  takingRows(db, db.selectFrom('things').select('size').where('id', 'in', ids)).limit(3),
)

describe('askedSql', () => {
  it('records statements in order and in each dialect, prepared or not', async () => {
    const work = async (db: Kysely<Tables>) => {
      assert.equal((await takeThings(db, { ids: ['a'] })).length, 0)
      const { numUpdatedRows } = await db.updateTable('things').set({ size: 1 }).executeTakeFirstOrThrow()
      assert.equal(numUpdatedRows, 1n)
    }
    assert.deepEqual(await askedSql('SQLite', work), [
      'select "size" from "things" where "id" in (?) limit 3',
      'update "things" set "size" = ?',
    ])
    assert.deepEqual(await askedSql('PostgreSQL', work), [
      'select "size" from "things" where "id" in ($1) limit $2 for update',
      'update "things" set "size" = $1',
    ])
  })

  it('records the statements before an error and its name, and rejects if there were none', async () => {
    const find = (db: Kysely<Tables>) => db.selectFrom('things').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual(await askedSql('SQLite', find), ['select * from "things"', '/* Error */'])
    const finds = (sql: string) => (sql.includes('things') ? [{ id: 'a' }] : [])
    assert.deepEqual(await askedSql('SQLite', find, finds), ['select * from "things"'])
    await assert.rejects(
      askedSql('SQLite', () => Promise.reject(new Error('no query'))),
      /no query/,
    )
  })
})
