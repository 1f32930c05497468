import { DatabaseSync } from 'node:sqlite'
import {
  BinaryOperationNode,
  type Dialect,
  type LimitNode,
  type OffsetNode,
  type OperationNode,
  type PrimitiveValueListNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { ofFewLengths } from './list-lengths.ts'
import { Placeholder } from './parameter-shape.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { SqliteDatabase } from './sqlite-database.ts'
import { SqliteDriver } from './sqlite-driver.ts'
import { sqliteFault } from './sqlite-errors.ts'
import { SqliteExecutor } from './sqlite-executor.ts'

/**
 * Makes the same statement again where it can, since to prepare one takes longer than to run it.
 *
 * The numbers of `limit` and `offset` are spelled out: SQLite plans by the value of a limit, so where it is a parameter the
 * statement is prepared anew each time it runs. Lists to look values up in (`in (…)`) are lengthened.
 */
class FewStatements extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    this.#spell(limit)
  }

  protected override visitOffset({ offset }: OffsetNode): void {
    this.append('offset ')
    this.#spell(offset)
  }

  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    const looksUp = this.parentNode !== undefined && BinaryOperationNode.is(this.parentNode)
    super.visitPrimitiveValueList(looksUp ? { ...node, values: ofFewLengths(node.values) } : node)
  }

  #spell(node: OperationNode): void {
    if (ValueNode.is(node) && node.value instanceof Placeholder)
      throw new TypeError('a limit or an offset cannot be a parameter of a prepared query')
    if (ValueNode.is(node) && Number.isSafeInteger(node.value)) this.append(String(node.value))
    else this.visitNode(node)
  }
}

/** How long the log beside a database grows before it is written back, in pages of 4 KiB. */
const checkpointPages = 4000

/** How much of a database is kept in memory, once it was read or written. SQLite's own 2 MB are a few hundred servers. */
const cachedKibibytes = 16_384

const openFile = (file: string): DatabaseSync => {
  try {
    return prepareForUse(new DatabaseSync(file))
  } catch (error) {
    throw sqliteFault(error, file)
  }
}

const prepareForUse = (database: DatabaseSync): DatabaseSync => {
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = normal')
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
 * `file` is a path or `:memory:`. Commits survive the death of the process; a power cut may take the last ones back.
 */
export const openSqlite = <Tables>(file: string): SqliteDatabase<Tables> => {
  const driver = new SqliteDriver(new SqliteConnection(openFile(file), file))
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => new FewStatements(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
  const executor = new SqliteExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), driver)
  return new SqliteDatabase({ config: { dialect }, dialect, driver, executor })
}
