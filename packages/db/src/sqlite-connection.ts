import type { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { RecentlyUsed } from './recently-used.ts'
import { sqliteFault } from './sqlite-errors.ts'
import { asStatement, type SqliteStatement } from './sqlite-statement.ts'

/** The minimum of cached prepared statements per connection. */
const cachedStatements = 300

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

const begin: Query = { sql: 'begin', parameters: [] }
const commit: Query = { sql: 'commit', parameters: [] }
const rollback: Query = { sql: 'rollback', parameters: [] }

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

  run<Row>({ sql, parameters }: Query): QueryResult<Row> {
    try {
      const statement = this.#prepare(sql)
      if (statement.givesRows) return { rows: statement.rows(parameters) as Row[] }
      return { rows: [], numAffectedRows: BigInt(statement.run(parameters)) }
    } catch (error) {
      throw sqliteFault(error, this.#file)
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.run(query)
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#prepare(sql).iterate(parameters)) yield { rows: [row as Row] }
  }

  begin(): void {
    this.run(begin)
  }

  commit(): void {
    this.run(commit)
  }

  /** Some errors end the transaction, so there may be nothing to roll back. */
  rollback(): void {
    if (this.#database.isTransaction) this.run(rollback)
  }

  /** The whole database in SQLite's file format. */
  image(): Uint8Array {
    return this.#database.serialize()
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  #prepare(sql: string): SqliteStatement {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = asStatement(this.#database.prepare(sql))
    this.#prepared.set(sql, statement)
    return statement
  }
}
