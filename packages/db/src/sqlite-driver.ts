import type { ConnectionProvider, DatabaseConnection, Driver } from 'kysely'
import type { SqliteConnection } from './sqlite-connection.ts'

/** A driver with one connection and a fair queue. Kysely's own driver wakes all waiters whenever the connection is free. */
export class SqliteDriver implements Driver, ConnectionProvider {
  readonly #connection: SqliteConnection
  readonly #waiting: ((connection: SqliteConnection) => void)[] = []
  #isFree = true

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}

  /** The connection if nobody holds it, for synchronous use. */
  get free(): SqliteConnection | undefined {
    return this.#isFree ? this.#connection : undefined
  }

  acquireConnection(): Promise<SqliteConnection> {
    if (!this.#isFree) return new Promise((resolve) => this.#waiting.push(resolve))
    this.#isFree = false
    return Promise.resolve(this.#connection)
  }

  async releaseConnection(): Promise<void> {
    this.release()
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next(this.#connection)
    else this.#isFree = true
  }

  async provideConnection<Result>(
    consumer: (connection: DatabaseConnection) => Promise<Result>,
  ): Promise<Result> {
    const connection = await this.acquireConnection()
    try {
      return await consumer(connection)
    } finally {
      this.release()
    }
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback()
  }

  async destroy(): Promise<void> {
    this.#connection.close()
  }
}
