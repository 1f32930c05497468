import { randomUUID } from 'node:crypto'
import { describe } from 'node:test'
import type { Kysely } from 'kysely'
import type { MigrationSet } from './migrate.ts'
import { type OpenOptions, openDatabase } from './open-database.ts'
import { quotedName, runOnPostgresql } from './run-on-postgresql.ts'

/** A kind of database a suite runs on. */
export interface DatabaseKind {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** The address of a database without tables. */
  empty(): Promise<{ readonly url: string; remove(): Promise<void> }>
}

const inMemory: DatabaseKind = {
  name: 'SQLite',
  empty: async () => ({ url: 'sqlite::memory:', remove: async () => {} }),
}

const onServer = (server: string): DatabaseKind => ({
  name: 'PostgreSQL',
  empty: async () => {
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

/** Describes a suite once for each kind there is: SQLite, and the server `NIMBO_TEST_POSTGRESQL` names. Only for tests. */
export const eachDatabase = (suite: (kind: DatabaseKind) => void): void => {
  const server = process.env.NIMBO_TEST_POSTGRESQL
  for (const kind of [inMemory, ...(server ? [onServer(server)] : [])])
    describe(`on ${kind.name}`, () => suite(kind))
}

/** Lends a database with these migrations, which is gone afterwards. */
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
