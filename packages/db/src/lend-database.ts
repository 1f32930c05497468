import type { MigrationSet } from './migrate.ts'
import { runOnPostgresql } from './run-on-postgresql.ts'
import { createTestDatabase, dropTestDatabases, templateName, testDatabaseName } from './test-server.ts'

/** A database on the server of the tests that nobody else uses until it is given back. */
export interface LentDatabase {
  readonly url: string
  giveBack(): Promise<void>
}

interface Shelf {
  readonly free: string[]
  /** Every table but the record of migrations. */
  readonly tables: readonly string[]
}

/**
 * What this process has made and nobody uses now, by migrations: to empty a database takes a tenth of the time it takes to
 * make one, and trials of flows need hundreds.
 */
const shelves = new Map<string, Shelf>()
const made: string[] = []

const tablesOf = (url: string): Promise<readonly string[]> =>
  runOnPostgresql(url, async (run) => {
    const rows = await run(
      `select quote_ident(tablename) as name from pg_tables
       where schemaname = 'public' and tablename not like 'kysely%' order by tablename`,
    )
    return rows.map((row) => String((row as { name: unknown }).name))
  })

/** Foreign keys need not hold while everything goes. */
const empty = (url: string, tables: readonly string[]): Promise<unknown> =>
  runOnPostgresql(url, (run) =>
    run(
      `set session_replication_role = replica; ${tables.map((table) => `delete from ${table}`).join('; ')}`,
    ),
  )

const makeOne = async (server: string, migrations: MigrationSet): Promise<string> => {
  if (made.length === 0) process.once('beforeExit', () => void dropTestDatabases(server, made.splice(0)))
  const name = testDatabaseName('lent')
  made.push(name)
  return createTestDatabase(server, name, migrations)
}

/**
 * Lends an empty database with these migrations, for one test; all that were lent are dropped when the process has nothing
 * more to do. Migrations must write no rows: they would be gone for the next who gets the database.
 */
export const lendDatabase = async (server: string, migrations: MigrationSet): Promise<LentDatabase> => {
  const kind = templateName(migrations)
  const url = shelves.get(kind)?.free.pop() ?? (await makeOne(server, migrations))
  return {
    url,
    giveBack: async () => {
      const shelf = shelves.get(kind) ?? { free: [], tables: await tablesOf(url) }
      shelves.set(kind, shelf)
      await empty(url, shelf.tables)
      shelf.free.push(url)
    },
  }
}
