import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { sql } from 'kysely'
import { SqliteLogSync } from './sqlite-log-sync.ts'
import { openSqlite } from './sqlite.ts'
import { syncCommits } from './sync-commits.ts'

test('syncCommits serves concurrent callers repeatedly, in a file and in memory, and leaves no other files', async () => {
  await using directory = await temporaryDirectory()
  for (const file of [join(directory.path, 'rows.db'), ':memory:']) {
    const db = openSqlite(file)
    await sql`create table numbers (number integer)`.execute(db)
    const insert = async (number: number): Promise<void> => {
      await sql`insert into numbers values (${number})`.execute(db)
      await syncCommits(db)
    }
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 20 }, (_, number) => insert(number)))
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from numbers`.execute(db)
    assert.equal(rows[0]?.rows, 60)
    await db.destroy()
  }
  assert.deepEqual(await readdir(directory.path), ['rows.db'])
})

test('a log that could not be opened once is opened for the next sync', async () => {
  await using directory = await temporaryDirectory()
  const database = join(directory.path, 'rows.db')
  const log = new SqliteLogSync(database)
  await assert.rejects(log.sync(), { code: 'ENOENT' })
  await writeFile(`${database}-wal`, '')
  await log.sync()
  await log.close()
})
