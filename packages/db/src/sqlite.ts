import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type LimitNode,
  type OffsetNode,
  type OperationNode,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
  ValueNode,
} from 'kysely'

/** Prepared statements kept for one connection; past this the oldest is dropped. */
const cachedStatements = 500

type Row = Record<string, unknown>

/**
 * Makes a row of its values. The driver's own rows are hash tables, which cost twice as much to make and four times as
 * much to copy as objects of one shape, which these are: each begins as a copy of the same pattern.
 */
const rowMaker = (statement: StatementSync): ((values: readonly unknown[]) => Row) => {
  const names = statement.columns().map(({ name }) => name)
  const pattern: Row = Object.fromEntries(names.map((name) => [name, undefined]))
  return (values) => {
    const row = { ...pattern }
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index]
    return row
  }
}

const asStatement = (statement: StatementSync): SqliteStatement => {
  const toRow = rowMaker(statement)
  statement.setReturnArrays(true)
  const rowsOf = (parameters: readonly unknown[]) =>
    statement.iterate(...(parameters as SQLInputValue[])) as unknown as IteratorObject<unknown[], undefined>
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => {
      const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][]
      return rows.map(toRow)
    },
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => rowsOf(parameters).map(toRow),
  }
}

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
 * Spells the numbers of `limit` and `offset` out. SQLite plans by the value of a limit, so where it is a parameter the
 * statement is prepared anew each time it runs, which takes most of its time.
 */
class SpelledLimits extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    this.#spell(limit)
  }

  protected override visitOffset({ offset }: OffsetNode): void {
    this.append('offset ')
    this.#spell(offset)
  }

  #spell(node: OperationNode): void {
    if (ValueNode.is(node) && Number.isSafeInteger(node.value)) this.append(String(node.value))
    else this.visitNode(node)
  }
}

class EmbeddedDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new SpelledLimits()
  }
}

/**
 * Kysely's SQLite dialect over Node's built-in driver. One connection with a queue before it: a transaction holds it, so
 * work inside a transaction must use that transaction and never the database itself.
 *
 * `file` is a path or `:memory:`. Commits survive the death of the process; a power cut may take the last ones back.
 */
export const sqliteDialect = (file: string): SqliteDialect =>
  new EmbeddedDialect({
    database: async () => {
      const database = new DatabaseSync(file)
      database.exec('pragma journal_mode = wal')
      database.exec('pragma synchronous = normal')
      database.exec('pragma foreign_keys = on')
      database.exec('pragma busy_timeout = 5000')
      return asKyselyDatabase(database)
    },
  })
