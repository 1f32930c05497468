import {
  type CompiledQuery,
  type ConnectionProvider,
  DefaultQueryExecutor,
  type DialectAdapter,
  type QueryCompiler,
  type QueryResult,
} from 'kysely'
import type { SqliteConnection } from './sqlite-connection.ts'

/** Where connections come from, and the one that can be used at once. */
export interface Connections extends ConnectionProvider {
  readonly free: SqliteConnection | undefined
}

/**
 * Runs a query where it is asked for, if the connection is free: SQLite answers at once, and Kysely's way there, of a dozen
 * promises, costs as much as the answer. Who has to wait, streams or has plugins goes Kysely's way.
 */
export class SqliteExecutor extends DefaultQueryExecutor {
  readonly #compiler: QueryCompiler
  readonly #connections: Connections

  constructor(compiler: QueryCompiler, adapter: DialectAdapter, connections: Connections) {
    super(compiler, adapter, connections)
    this.#compiler = compiler
    this.#connections = connections
  }

  override async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { free } = this.#connections
    return free ? free.run<Row>(query) : super.executeQuery<Row>(query)
  }

  /** The same for other connections: that of a transaction. */
  over(connections: Connections): SqliteExecutor {
    return new SqliteExecutor(this.#compiler, this.adapter, connections)
  }
}
