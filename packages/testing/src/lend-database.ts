import type { MigrationSet } from '@nimbo/db/migrate'
import { runOnPostgresql } from '@nimbo/db/run-on-postgresql'
import { createTestDatabase, dropTestDatabases, templateName, testDatabaseName } from './test-server.ts'

/** A database on the test server, used by one test until it is given back. */
export interface LentDatabase {
  readonly url: string
  giveBack(): Promise<void>
}

interface Shelf {
  readonly free: string[]
  /** All tables except the record of migrations. */
  readonly tables: readonly string[]
}

/**
 * Databases created by this process that are not in use, by migrations: emptying one takes a tenth of the time of creating one,
 * and tests of flows need hundreds.
 */
const shelves = new Map<string, Shelf>()

const tablesOf = (url: string): Promise<readonly string[]> =>
  runOnPostgresql(url, async (run) => {
    const rows = await run(
      `select quote_ident(tablename) as name from pg_tables
       where schemaname = 'public' and tablename not like 'kysely%' order by tablename`,
    )
    return rows.map((row) => String((row as { name: unknown }).name))
  })

/** Deletes all rows, with foreign keys disabled. */
const empty = (url: string, tables: readonly string[]): Promise<unknown> =>
  runOnPostgresql(url, (run) =>
    run(
      `set session_replication_role = replica; ${tables.map((table) => `delete from ${table}`).join('; ')}`,
    ),
  )

/** Drops unused databases. The event loop may be empty (`beforeExit`) in the middle of a test, so more may be created later. */
const clearShelves = async (server: string): Promise<void> => {
  const names = [...shelves.values()].flatMap(({ free }) => free.splice(0)).map(nameIn)
  if (names.length > 0) await dropTestDatabases(server, names)
}

const nameIn = (url: string): string => new URL(url).pathname.slice(1)

/**
 * Lends an empty database with these migrations to one test; those given back are dropped when the process has nothing left to
 * do. Migrations must not insert rows: they would be missing for the next user of the database.
 */
export const lendDatabase = async (server: string, migrations: MigrationSet): Promise<LentDatabase> => {
  const kind = templateName(migrations)
  const url =
    shelves.get(kind)?.free.pop() ?? (await createTestDatabase(server, testDatabaseName('lent'), migrations))
  return {
    url,
    giveBack: async () => {
      const shelf = shelves.get(kind) ?? { free: [], tables: await tablesOf(url) }
      if (shelves.size === 0) process.on('beforeExit', () => void clearShelves(server))
      shelves.set(kind, shelf)
      await empty(url, shelf.tables)
      shelf.free.push(url)
    },
  }
}
