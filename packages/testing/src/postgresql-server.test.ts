import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { openDatabase } from '@nimbo/db/open-database'
import { isFault } from '@nimbo/kernel/errors'
import { type Kysely, sql } from 'kysely'
import { startPostgresql } from './postgresql-server.ts'

const note = (db: Kysely<unknown>) => sql`insert into notes values (1)`.execute(db)
const notes = async (db: Kysely<unknown>) => (await sql`select * from notes`.execute(db)).rows.length
const createNotes = async (db: Kysely<unknown>) => void (await sql`create table notes (n int)`.execute(db))

test('queries fail with DatabaseUnavailable while PostgreSQL is down, and succeed once it is back', {
  timeout: 120_000,
}, async () => {
  const server = await startPostgresql({ address: '127.0.0.1' })
  try {
    const db = await openDatabase<unknown>(server.url, { '0001-notes': createNotes })
    await note(db)
    await server.crash()
    for (let tries = 0; tries < 3; tries += 1)
      await assert.rejects(note(db), (error) => isFault(error, 'DatabaseUnavailable'))
    await server.start()
    await note(db)
    await server.restart()
    // The pool may not have noticed yet that the server has closed the connection.
    await note(db).catch((error: unknown) => assert.ok(isFault(error, 'DatabaseUnavailable')))
    await note(db)
    assert.ok((await notes(db)) >= 3)
    await db.destroy()
  } finally {
    await server.stop()
  }
})

test('two PostgreSQL servers run at the same time, and remove their directories when stopped', {
  timeout: 120_000,
}, async () => {
  const servers = await Promise.all([startPostgresql(), startPostgresql()])
  const directories = servers.map(({ url }) => new URL(url).searchParams.get('host') ?? '')
  assert.ok(directories.every((directory) => existsSync(directory)))
  await Promise.all(servers.map((server) => server.stop()))
  assert.ok(!directories.some((directory) => existsSync(directory)))
})
