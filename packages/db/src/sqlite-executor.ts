import {
  type CompiledQuery,
  type ConnectionProvider,
  DefaultQueryExecutor,
  type DialectAdapter,
  type QueryCompiler,
  type QueryResult,
} from 'kysely'
import type { SqliteConnection } from './sqlite-connection.ts'

/** A source of connections, which may have one free. */
export interface Connections extends ConnectionProvider {
  readonly free: SqliteConnection | undefined
}

/**
 * Executes a query synchronously if the connection is free, because Kysely's own path of a dozen promises costs as much as the
 * query. Waiting, streaming and plugins use Kysely's path.
 */
export class SqliteExecutor extends DefaultQueryExecutor {
  readonly #compiler: QueryCompiler
  readonly #connections: Connections

  constructor(compiler: QueryCompiler, adapter: DialectAdapter, connections: Connections) {
    super(compiler, adapter, connections)
    this.#compiler = compiler
    this.#connections = connections
  }

  /** The rows, or the number of changed rows for a query without rows; undefined if the connection is not free. */
  executeNow(sql: string, parameters: readonly unknown[]): object[] | number | undefined {
    return this.#connections.free?.execute(sql, parameters)
  }

  override async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { free } = this.#connections
    return free ? free.run<Row>(query) : super.executeQuery<Row>(query)
  }

  /** The same for the connection of a transaction. */
  over(connections: Connections): SqliteExecutor {
    return new SqliteExecutor(this.#compiler, this.adapter, connections)
  }
}
