import { DatabaseSync } from 'node:sqlite'
import { type Dialect, SqliteAdapter, SqliteIntrospector } from 'kysely'
import { FewStatements } from './few-statements.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { SqliteDatabase } from './sqlite-database.ts'
import { SqliteDriver } from './sqlite-driver.ts'
import { sqliteFault } from './sqlite-errors.ts'
import { SqliteExecutor } from './sqlite-executor.ts'
import { SqliteLogSync } from './sqlite-log-sync.ts'

/** The size of the write-ahead log, in pages of 4 KiB, at which it is checkpointed. */
const checkpointPages = 4000

/** The page cache. SQLite's default of 2 MB holds a few hundred servers. */
const cachedKibibytes = 16_384

/** Kysely does not migrate SQLite in a transaction, although SQLite rolls back changes of tables like all others. */
class WithTransactionalDdl extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

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
  // Before the next pragma, which would otherwise sync three times on a new database.
  database.exec('pragma synchronous = normal')
  database.exec('pragma journal_mode = wal')
  database.exec(`pragma wal_autocheckpoint = ${checkpointPages}`)
  database.exec(`pragma cache_size = -${cachedKibibytes}`)
  // Statement journals of multi-row statements stay in memory.
  database.exec('pragma temp_store = memory')
  database.exec('pragma foreign_keys = on')
  database.exec('pragma busy_timeout = 5000')
  // As in PostgreSQL; for a case-insensitive comparison, use lower() on both sides.
  database.exec('pragma case_sensitive_like = on')
  return database
}

/**
 * Opens SQLite with Node's built-in driver. There is one connection with a queue; a transaction holds it, so code inside a
 * transaction must use the transaction and never the database itself. `file` is a path or `:memory:`, which may start from the
 * `image` of another database. Commits survive the end of the process; a power failure may lose the last ones unless `syncCommits`
 * was waited for.
 */
export const openSqlite = <Tables>(file: string, image?: Uint8Array): SqliteDatabase<Tables> => {
  const driver = new SqliteDriver(new SqliteConnection(openFile(file, image), file))
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => new FewStatements(),
    createAdapter: () => new WithTransactionalDdl(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
  const executor = new SqliteExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), driver)
  const log = file === ':memory:' ? undefined : new SqliteLogSync(file)
  return new SqliteDatabase({ config: { dialect }, dialect, driver, executor, log })
}
