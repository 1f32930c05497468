import type { MigrationSet } from '@nimbo/db/migrate'
import { runOnPostgresql } from '@nimbo/db/run-on-postgresql'
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

/** Drops what nobody uses now. The loop of events can run empty in the midst of a test, so that more may be made later. */
const clearShelves = async (server: string): Promise<void> => {
  const names = [...shelves.values()].flatMap(({ free }) => free.splice(0)).map(nameIn)
  if (names.length > 0) await dropTestDatabases(server, names)
}

const nameIn = (url: string): string => new URL(url).pathname.slice(1)

/**
 * Lends an empty database with these migrations, for one test; all that were given back are dropped when the process has
 * nothing more to do. Migrations must write no rows: they would be gone for the next who gets the database.
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
