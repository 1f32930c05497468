import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from './test-database.ts'

interface Tables {
  rules: { id: string; text: string }
}

test('each test gets the rows that migrations inserted, and none of the test before', async () => {
  const rule = { id: 'one', text: 'it’s the \'usual\' "rule"' }
  for (const own of ['two', 'three']) {
    const { db, close } = await testDatabase<Tables>({
      '0001-rules': async (schema) => {
        await sql`create table rules (id text primary key, text text not null)`.execute(schema)
        await sql`insert into rules (id, text) values (${rule.id}, ${rule.text})`.execute(schema)
      },
    })
    assert.deepEqual(await db.selectFrom('rules').selectAll().execute(), [rule])
    await db.updateTable('rules').set({ text: 'changed' }).execute()
    await db.insertInto('rules').values({ id: own, text: own }).execute()
    await close()
  }
})
