import type { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { RecentlyUsed } from './recently-used.ts'
import { sqliteFault } from './sqlite-errors.ts'
import { asStatement, type SqliteStatement } from './sqlite-statement.ts'

/** The minimum of cached prepared statements per connection. */
const cachedStatements = 300

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

/** A SQLite connection. SQLite is synchronous; promises are only for Kysely's interfaces. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  /** The path, for error messages. */
  readonly #file: string
  readonly #prepared = new RecentlyUsed<string, SqliteStatement>(cachedStatements)

  constructor(database: DatabaseSync, file: string) {
    this.#database = database
    this.#file = file
  }

  /** Returns the rows, or the number of changed rows for a query without rows. */
  execute(sql: string, parameters: readonly unknown[]): object[] | number {
    try {
      return (this.#prepared.get(sql) ?? this.#prepare(sql)).execute(parameters)
    } catch (error) {
      throw sqliteFault(error, this.#file)
    }
  }

  run<Row>({ sql, parameters }: Query): QueryResult<Row> {
    const outcome = this.execute(sql, parameters)
    return typeof outcome === 'number'
      ? { rows: [], numAffectedRows: BigInt(outcome) }
      : { rows: outcome as Row[] }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.run(query)
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const statement = this.#prepared.get(sql) ?? this.#prepare(sql)
    for (const row of statement.iterate(parameters)) yield { rows: [row as Row] }
  }

  begin(): void {
    this.execute('begin', [])
  }

  commit(): void {
    this.execute('commit', [])
  }

  /** Some errors end the transaction, so there may be nothing to roll back. */
  rollback(): void {
    if (this.#database.isTransaction) this.execute('rollback', [])
  }

  /** The whole database in SQLite's file format. */
  image(): Uint8Array {
    return this.#database.serialize()
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  #prepare(sql: string): SqliteStatement {
    const statement = asStatement(this.#database.prepare(sql))
    this.#prepared.set(sql, statement)
    return statement
  }
}
