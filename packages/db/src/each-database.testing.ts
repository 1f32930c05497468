import { randomUUID } from 'node:crypto'
import { after, before, describe } from 'node:test'
import { missingServers } from '@nimbo/testing/missing-servers'
import { type PostgresqlServer, startPostgresql } from '@nimbo/testing/postgresql-server'
import { sharedServer } from '@nimbo/testing/shared-servers'
import type { Kysely } from 'kysely'
import type { MigrationSet } from './migrate.ts'
import { type OpenOptions, openDatabase } from './open-database.ts'
import { quotedName, runOnPostgresql } from './run-on-postgresql.ts'

/** A kind of database to test with. */
export interface DatabaseKind {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** The URL of an empty database. */
  empty(): Promise<{ readonly url: string; remove(): Promise<void> }>
}

const inMemory: DatabaseKind = {
  name: 'SQLite',
  empty: async () => ({ url: 'sqlite::memory:', remove: async () => {} }),
}

const onServer = (address: () => string): DatabaseKind => ({
  name: 'PostgreSQL',
  empty: async () => {
    const server = address()
    const name = `nimbo_test_${randomUUID()}`
    await runOnPostgresql(server, (run) => run(`create database ${quotedName(name)}`))
    const url = new URL(server)
    url.pathname = `/${name}`
    const drop = `drop database ${quotedName(name)} with (force)`
    return {
      url: url.toString(),
      remove: async () => void (await runOnPostgresql(server, (run) => run(drop))),
    }
  },
})

/** Declares a suite for each kind: SQLite, and PostgreSQL on a shared or own server. */
export const eachDatabase = (suite: (kind: DatabaseKind) => void): void => {
  describe('on SQLite', () => suite(inMemory))
  describe('on PostgreSQL', { skip: missingServers }, () => {
    let address: string | undefined
    let own: PostgresqlServer | undefined
    before(async () => {
      address = await sharedServer('postgresql')
      if (address !== undefined) return
      own = await startPostgresql()
      address = own.url
    })
    suite(
      onServer(() => {
        if (address === undefined) throw new Error('the server has not been started yet')
        return address
      }),
    )
    after(() => own?.stop())
  })
}

/** Provides a database with these migrations for a test, and removes it afterwards. */
export const withDatabase = async <Tables>(
  kind: DatabaseKind,
  migrations: MigrationSet,
  work: (db: Kysely<Tables>, url: string) => Promise<void>,
  options: OpenOptions = {},
): Promise<void> => {
  const { url, remove } = await kind.empty()
  try {
    const db = await openDatabase<Tables>(url, migrations, options)
    try {
      await work(db, url)
    } finally {
      await db.destroy()
    }
  } finally {
    await remove()
  }
}
