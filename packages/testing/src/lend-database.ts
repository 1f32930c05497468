import { type KeptPostgresql, keepPostgresql } from '@nimbo/db/kept-postgresql.testing'
import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'
import { countLent } from './lent-databases.ts'
import { createTestDatabase, dropTestDatabases, templateName, testDatabaseName } from './test-server.ts'

/** A database on the test server, used by one test until it is closed. */
export interface LentDatabase<Tables> {
  readonly db: Kysely<Tables>
  close(): Promise<void>
}

/** A database that is kept for the next test with the same migrations. */
interface KeptDatabase {
  readonly name: string
  readonly database: KeptPostgresql
  /** Deletes all rows but those that migrations inserted. */
  readonly emptying: string
}

/**
 * Databases created by this process that are not in use, by migrations. Emptying one over an open connection takes a twentieth of
 * the time of creating one and connecting to it, and tests of flows need hundreds.
 */
const shelves = new Map<string, KeptDatabase[]>()

/** One test needs few concurrent connections. */
const poolOptions = { poolSize: 4, poolOverflow: 6 }

const tables = `select quote_ident(tablename) as name from pg_tables
  where schemaname = 'public' and tablename not like 'kysely%' order by tablename`

/** The statement that inserts a migration's rows into a table again; undefined if the migrations inserted none. */
const restoringOf = async (database: KeptPostgresql, table: string): Promise<string | undefined> => {
  const [row] = await database.run(`select json_agg(kept)::text as rows from ${table} as kept`)
  const { rows } = row as { readonly rows: string | null }
  if (rows === null) return undefined
  return `insert into ${table} select * from json_populate_recordset(null::${table}, '${rows.replaceAll("'", "''")}')`
}

/**
 * The statements that empty all tables except the record of migrations, with foreign keys disabled, and insert the migrations'
 * rows again.
 */
const emptyingOf = async (database: KeptPostgresql): Promise<string> => {
  const deleting: string[] = []
  const restoring: string[] = []
  for (const row of await database.run(tables)) {
    const name = String((row as { name: unknown }).name)
    deleting.push(`delete from ${name}`)
    const restored = await restoringOf(database, name)
    if (restored !== undefined) restoring.push(restored)
  }
  return ['begin', 'set local session_replication_role = replica', ...deleting, ...restoring, 'commit'].join(
    '; ',
  )
}

const make = async (server: string, migrations: MigrationSet): Promise<KeptDatabase> => {
  const name = testDatabaseName('lent')
  const database = keepPostgresql(await createTestDatabase(server, name, migrations), poolOptions)
  return { name, database, emptying: await emptyingOf(database) }
}

/** Drops unused databases. The event loop may be empty (`beforeExit`) in the middle of a test, so more may be created later. */
const clearShelves = async (server: string): Promise<void> => {
  const unused = [...shelves.values()].flatMap((shelf) => shelf.splice(0))
  if (unused.length === 0) return
  await Promise.all(unused.map(({ database }) => database.end()))
  await dropTestDatabases(
    server,
    unused.map(({ name }) => name),
  )
}

/**
 * Lends one test a database that contains only what these migrations made. Databases that were given back are dropped when the
 * process has nothing left to do. The state of a session (settings, advisory locks, temporary tables) is not reset; the product
 * leaves none.
 */
export const lendDatabase = async <Tables>(
  server: string,
  migrations: MigrationSet,
): Promise<LentDatabase<Tables>> => {
  if (shelves.size === 0) process.on('beforeExit', () => void clearShelves(server))
  const kind = templateName(migrations)
  const shelf = shelves.get(kind) ?? []
  shelves.set(kind, shelf)
  const kept = shelf.pop() ?? (await make(server, migrations))
  const db = kept.database.lend<Tables>()
  const givenBack = countLent()
  return {
    db,
    close: async () => {
      await db.destroy()
      await kept.database.run(kept.emptying)
      shelf.push(kept)
      givenBack()
    },
  }
}
