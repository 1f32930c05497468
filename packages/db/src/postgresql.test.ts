import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFault } from '@nimbo/kernel/errors'
import { silentLog } from '@nimbo/kernel/log'
import { type Kysely, sql } from 'kysely'
import { type DatabaseKind, eachDatabase, withDatabase } from './each-database.testing.ts'
import { SchemaTooNew, SchemaTooOld } from './migrate.ts'
import { openDatabase, schemaState } from './open-database.ts'
import { quotedName, runOnPostgresql } from './run-on-postgresql.ts'

const isUnavailable = (error: unknown): boolean =>
  isFault(error, 'DatabaseUnavailable') && error.kind === 'unavailable'

const nothing = { '0001-nothing': async () => {} }
const ping = (db: Kysely<unknown>) => sql`select 1 as one`.execute(db)
const nap = (db: Kysely<unknown>, seconds: number) => sql`select pg_sleep(${seconds})`.execute(db)
const terminateOthers = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`
const terminate = (url: string) => runOnPostgresql(url, (run) => run(terminateOthers))

const warningLog = () => {
  const warnings: (readonly [fields: object, text: string])[] = []
  const warn = (fields: object, text: string) => void warnings.push([fields, text])
  return { warnings, log: { ...silentLog, warn } }
}

const schemas = (kind: DatabaseKind) => {
  test('a migration runs once when several open the database at the same time', async () => {
    const { url, remove } = await kind.empty()
    let ran = 0
    const slow = async (db: Kysely<unknown>) => {
      ran += 1
      await nap(db, 0.2)
      await sql`create table things (id text primary key)`.execute(db)
    }
    const migrations = { '0001-slow': slow }
    try {
      const opened = await Promise.all([1, 2, 3].map(() => openDatabase(url, migrations)))
      await Promise.all(opened.map((db) => db.destroy()))
      assert.equal(ran, 1)
      assert.deepEqual(await schemaState(url, migrations), {
        applied: ['0001-slow'],
        missing: [],
        unknown: [],
      })
      await assert.rejects(openDatabase(url, {}, { schema: 'check' }), SchemaTooNew)
    } finally {
      await remove()
    }
  })

  test('a schema that lacks migrations is refused with their names, and not touched', async () => {
    const { url, remove } = await kind.empty()
    try {
      await assert.rejects(
        openDatabase(url, nothing, { schema: 'check' }),
        (error) => error instanceof SchemaTooOld && /0001-nothing.*nimbo manage db sync/.test(error.message),
      )
      assert.deepEqual((await schemaState(url, nothing)).applied, [])
    } finally {
      await remove()
    }
  })

  test('a migration is not limited by the statement timeout', async () => {
    const { url, remove } = await kind.empty()
    try {
      const slow = { '0001-slow': async (db: Kysely<unknown>) => void (await nap(db, 0.5)) }
      await (await openDatabase(url, slow, { statementTimeoutMs: 200 })).destroy()
    } finally {
      await remove()
    }
  })
}

const limits = (kind: DatabaseKind) => {
  test('a statement that exceeds the statement timeout is cancelled', () =>
    withDatabase(
      kind,
      nothing,
      async (db) => {
        await assert.rejects(nap(db as Kysely<unknown>, 30), isUnavailable)
        await ping(db as Kysely<unknown>)
      },
      { statementTimeoutMs: 200 },
    ))

  test('a query that waits too long for a connection fails as unavailable, and the next one gets it', () =>
    withDatabase(
      kind,
      nothing,
      async (db) => {
        const busy = nap(db as Kysely<unknown>, 1)
        await assert.rejects(ping(db as Kysely<unknown>), isUnavailable)
        await busy
        await ping(db as Kysely<unknown>)
      },
      { poolSize: 1, poolOverflow: 0, poolWaitMs: 300 },
    ))
}

const outages = (kind: DatabaseKind) => {
  test('opening a database fails as unavailable when its server cannot be reached', () =>
    assert.rejects(openDatabase('postgresql://nimbo@127.0.0.1:1/none', nothing), isUnavailable))

  test('a database that disallows connections is unavailable, also to those who had it open', () =>
    withDatabase<unknown>(kind, nothing, async (db, url) => {
      const administration = new URL(url)
      administration.pathname = '/postgres'
      const name = quotedName(new URL(url).pathname.slice(1))
      const allow = (allowed: boolean) =>
        runOnPostgresql(administration.href, (run) =>
          run(`alter database ${name} allow_connections ${allowed}`),
        )
      await ping(db)
      await terminate(url)
      await allow(false)
      try {
        await assert.rejects(ping(db), isUnavailable)
        await assert.rejects(ping(db), isUnavailable)
        await assert.rejects(openDatabase(url, nothing), isUnavailable)
      } finally {
        await allow(true)
      }
      await ping(db)
    }))

  test('opening a database that does not exist fails with DatabaseRefused, of the kind unavailable', () =>
    withDatabase<unknown>(kind, nothing, async (_, url) => {
      const nowhere = new URL(url)
      nowhere.pathname = '/nowhere'
      await assert.rejects(
        openDatabase(nowhere.href, nothing),
        (error) => isFault(error, 'DatabaseRefused') && error.kind === 'unavailable',
      )
    }))

  test('connections that break while idle are logged and replaced', () =>
    withDatabase(kind, nothing, async (_, url) => {
      const { log, warnings } = warningLog()
      const connections = 2
      const db = await openDatabase<unknown>(url, nothing, { log, poolSize: connections })
      await Promise.all(Array.from({ length: connections }, () => nap(db, 0.05)))
      await terminate(url)
      // A query on a connection whose loss was not noticed yet would fail, so wait until each loss is logged.
      while (warnings.length < connections) await sleep(5)
      assert.deepEqual(
        warnings,
        Array(connections).fill([
          { reason: 'terminating connection due to administrator command' },
          'an idle connection to the database is lost',
        ]),
      )
      await ping(db)
      await db.destroy()
    }))

  test('connections that are lost or cannot be made are reported to onInterruption', () =>
    withDatabase(kind, nothing, async (_, url) => {
      let interruptions = 0
      const onInterruption = () => void interruptions++
      const db = await openDatabase<unknown>(url, nothing, { onInterruption })
      await assert.rejects(sql`select no_such_column`.execute(db))
      assert.equal(interruptions, 0, 'a query that the server refuses is no interruption')
      const query = assert.rejects(nap(db, 30), isUnavailable)
      await sleep(200)
      await terminate(url)
      await query
      const lost = interruptions
      assert.ok(lost > 0)
      await db.destroy()
      const nowhere = 'postgresql://nimbo@127.0.0.1:1/none'
      await assert.rejects(openDatabase(nowhere, nothing, { onInterruption }), isUnavailable)
      assert.ok(interruptions > lost)
    }))

  test('connections that break while the database is being closed are not logged', () =>
    withDatabase(kind, nothing, async (_, url) => {
      const { log, warnings } = warningLog()
      const connections = 10
      const db = await openDatabase<unknown>(url, nothing, { log, poolSize: connections })
      await Promise.all(Array.from({ length: connections }, () => nap(db, 0.05)))
      await runOnPostgresql(url, (run) => {
        const terminated = run(terminateOthers)
        return Promise.all([terminated, db.destroy()])
      })
      assert.deepEqual(warnings, [])
    }))

  test('queries and transactions whose connection breaks fail as unavailable, and the next query succeeds', () =>
    withDatabase<unknown>(kind, nothing, async (db, url) => {
      const query = assert.rejects(nap(db, 30), isUnavailable)
      const transaction = assert.rejects(
        db.transaction().execute((trx) => nap(trx, 30)),
        isUnavailable,
      )
      const between = assert.rejects(
        db.transaction().execute(async (trx) => {
          await ping(trx)
          await sleep(400)
          await ping(trx)
        }),
        isUnavailable,
      )
      await sleep(200)
      await terminate(url)
      await Promise.all([query, transaction, between])
      await ping(db)
    }))
}

const preparedStatements = (kind: DatabaseKind) => {
  const oneConnection = { poolSize: 1, poolOverflow: 0 }
  const makeThings = async (db: Kysely<unknown>) =>
    void (await sql`create table things (id text)`.execute(db))
  const migrations = { '0001-things': makeThings }
  const look = (db: Kysely<unknown>, id: string) => sql`select * from things where id = ${id}`.execute(db)

  test('a repeated statement is prepared once per connection', () =>
    withDatabase<unknown>(
      kind,
      migrations,
      async (db) => {
        for (const id of ['a', 'b', 'c', 'd']) await look(db, id)
        const prepared = sql<{ uses: number }>`
          select generic_plans + custom_plans as uses from pg_prepared_statements where statement like '%from things%'`
        assert.deepEqual((await prepared.execute(db)).rows, [{ uses: 3 }])
      },
      oneConnection,
    ))

  test('a statement that could not be prepared in a failed transaction is prepared the next time', () =>
    withDatabase<unknown>(
      kind,
      migrations,
      async (db) => {
        await look(db, 'a')
        await assert.rejects(
          db.transaction().execute(async (trx) => {
            await assert.rejects(sql`select * from nowhere`.execute(trx), /nowhere/)
            await look(trx, 'b')
          }),
          /aborted/,
        )
        assert.equal((await look(db, 'c')).rows.length, 0)
      },
      oneConnection,
    ))

  test('a prepared statement fails once after a column is added, and then returns that column', () =>
    withDatabase<unknown>(
      kind,
      migrations,
      async (db, url) => {
        for (const id of ['a', 'b', 'c']) await look(db, id)
        await runOnPostgresql(url, async (run) => {
          await run('alter table things add column colour text')
          await run("insert into things values ('d', 'red')")
        })
        await assert.rejects(look(db, 'd'), isUnavailable)
        assert.deepEqual((await look(db, 'd')).rows, [{ id: 'd', colour: 'red' }])
      },
      oneConnection,
    ))
}

eachDatabase((kind) => {
  if (kind.name !== 'PostgreSQL') return
  describe('schemas', () => schemas(kind))
  describe('limits', () => limits(kind))
  describe('prepared statements', () => preparedStatements(kind))
  describe('outages', () => outages(kind))
})
