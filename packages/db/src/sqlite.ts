import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'

/** Prepared statements kept for one connection; past this the oldest is dropped. */
const cachedStatements = 500

const asStatement = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
  run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
  iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
})

const asKyselyDatabase = (database: DatabaseSync): SqliteDatabase => {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = prepared.get(sql)
      if (known) return known
      const statement = asStatement(database.prepare(sql))
      prepared.set(sql, statement)
      if (prepared.size > cachedStatements) prepared.delete(prepared.keys().next().value ?? sql)
      return statement
    },
  }
}

/**
 * Kysely's SQLite dialect over Node's built-in driver. One connection with a queue before it: a transaction holds it, so
 * work inside a transaction must use that transaction and never the database itself.
 *
 * `file` is a path or `:memory:`. Commits survive the death of the process; a power cut may take the last ones back.
 */
export const sqliteDialect = (file: string): SqliteDialect =>
  new SqliteDialect({
    database: async () => {
      const database = new DatabaseSync(file)
      database.exec('pragma journal_mode = wal')
      database.exec('pragma synchronous = normal')
      database.exec('pragma foreign_keys = on')
      database.exec('pragma busy_timeout = 5000')
      return asKyselyDatabase(database)
    },
  })
