import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MigrationSet } from '@nimbo/db/migrate'
import { sql } from 'kysely'
import { migratedDatabase } from './migrated-database.ts'

interface Tables {
  things: { id: number; name: string; bytes: Uint8Array | null }
}

const migrations: MigrationSet = {
  '0001-things': async (db) => {
    await sql`create table things (id integer primary key, name text not null, bytes blob)`.execute(db)
    await sql`create unique index things_name on things (name)`.execute(db)
    await sql`insert into things values (1, ${"it's"}, x'00ff')`.execute(db)
  },
}

test('each migrated database has the table, index and row that its migrations made, and no others', async () => {
  for (let time = 1; time <= 4; time += 1) {
    const db = await migratedDatabase<Tables>(migrations)
    assert.deepEqual(
      (await db.selectFrom('things').selectAll().execute()).map((row) => ({ ...row })),
      [{ id: 1, name: "it's", bytes: new Uint8Array([0, 255]) }],
    )
    await assert.rejects(db.insertInto('things').values({ id: 2, name: "it's", bytes: null }).execute())
    await db.insertInto('things').values({ id: 2, name: 'own', bytes: null }).execute()
    await db.destroy()
  }
})
