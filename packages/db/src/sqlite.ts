import { DatabaseSync } from 'node:sqlite'
import { type Dialect, SqliteAdapter, SqliteIntrospector } from 'kysely'
import { FewStatements } from './few-statements.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { SqliteDatabase } from './sqlite-database.ts'
import { SqliteDriver } from './sqlite-driver.ts'
import { sqliteFault } from './sqlite-errors.ts'
import { SqliteExecutor } from './sqlite-executor.ts'

/** How long the log beside a database grows before it is written back, in pages of 4 KiB. */
const checkpointPages = 4000

/** How much of a database is kept in memory, once it was read or written. SQLite's own 2 MB are a few hundred servers. */
const cachedKibibytes = 16_384

const openFile = (file: string, image: Uint8Array | undefined): DatabaseSync => {
  try {
    const database = new DatabaseSync(file)
    if (image) database.deserialize(image)
    return prepareForUse(database)
  } catch (error) {
    throw sqliteFault(error, file)
  }
}

const prepareForUse = (database: DatabaseSync): DatabaseSync => {
  // Before the next line, which waits for the disk three times where a database is new and once is enough.
  database.exec('pragma synchronous = normal')
  database.exec('pragma journal_mode = wal')
  database.exec(`pragma wal_autocheckpoint = ${checkpointPages}`)
  database.exec(`pragma cache_size = -${cachedKibibytes}`)
  // What a statement of many rows would take back if it failed is otherwise written to a file made for it.
  database.exec('pragma temp_store = memory')
  database.exec('pragma foreign_keys = on')
  database.exec('pragma busy_timeout = 5000')
  // As PostgreSQL has it; who means any case says lower() of both sides.
  database.exec('pragma case_sensitive_like = on')
  return database
}

/**
 * SQLite by Node's built-in driver. One connection with a queue before it: a transaction holds it, so work inside a
 * transaction must use that transaction and never the database itself.
 *
 * `file` is a path or `:memory:`, which may begin with the `image` of another database. Commits survive the death of the process; a power cut may take the last ones back.
 */
export const openSqlite = <Tables>(file: string, image?: Uint8Array): SqliteDatabase<Tables> => {
  const driver = new SqliteDriver(new SqliteConnection(openFile(file, image), file))
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => new FewStatements(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
  const executor = new SqliteExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), driver)
  return new SqliteDatabase({ config: { dialect }, dialect, driver, executor })
}
