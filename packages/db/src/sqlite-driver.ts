import type { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { asStatement, type SqliteStatement } from './sqlite-statement.ts'

/** Prepared statements kept for one connection; past this the one that was not used for longest is dropped. */
const cachedStatements = 500

const begin = CompiledQuery.raw('begin')
const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #prepared = new LRUCache<string, SqliteStatement>({ max: cachedStatements })

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#prepare(sql)
    if (statement.givesRows) return { rows: statement.rows(parameters) as Row[] }
    return { rows: [], numAffectedRows: BigInt(statement.run(parameters)) }
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#prepare(sql).iterate(parameters)) yield { rows: [row as Row] }
  }

  #prepare(sql: string): SqliteStatement {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = asStatement(this.#database.prepare(sql))
    this.#prepared.set(sql, statement)
    return statement
  }
}

/**
 * One connection that goes from hand to hand: whoever waits for it gets it in turn. Kysely's own driver wakes all who wait
 * whenever it is free, and lets the first that comes to look have it.
 */
export class SqliteDriver implements Driver {
  readonly #open: () => DatabaseSync
  readonly #waiting: ((connection: SqliteConnection) => void)[] = []
  #database: DatabaseSync | undefined
  #free: SqliteConnection | undefined

  constructor(open: () => DatabaseSync) {
    this.#open = open
  }

  async init(): Promise<void> {
    this.#database = this.#open()
    this.#free = new SqliteConnection(this.#database)
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return new Promise((resolve) => {
      const connection = this.#free
      this.#free = undefined
      if (connection) resolve(connection)
      else this.#waiting.push(resolve)
    })
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    const next = this.#waiting.shift()
    if (next) next(connection)
    else this.#free = connection
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.executeQuery(begin)
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.executeQuery(commit)
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.executeQuery(rollback)
  }

  async destroy(): Promise<void> {
    this.#database?.close()
  }
}
