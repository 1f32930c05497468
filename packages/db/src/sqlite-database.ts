import { type DatabaseConnection, Kysely, type KyselyProps, Transaction, TransactionBuilder } from 'kysely'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { SqliteDriver } from './sqlite-driver.ts'
import type { Connections, SqliteExecutor } from './sqlite-executor.ts'
import type { SqliteLogSync } from './sqlite-log-sync.ts'

/** The connection of one transaction. */
class HeldConnection implements Connections {
  #connection: SqliteConnection | undefined

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  get free(): SqliteConnection | undefined {
    return this.#connection
  }

  async provideConnection<Result>(
    consumer: (connection: DatabaseConnection) => Promise<Result>,
  ): Promise<Result> {
    if (this.#connection === undefined) throw new Error('the transaction has ended')
    return consumer(this.#connection)
  }

  giveBack(): void {
    this.#connection = undefined
  }
}

export interface SqliteProps extends KyselyProps {
  readonly driver: SqliteDriver
  readonly executor: SqliteExecutor
  /** Undefined for a database in memory. */
  readonly log: SqliteLogSync | undefined
}

/** A transaction builder that begins and commits synchronously. */
class SqliteTransactionBuilder<Tables> extends TransactionBuilder<Tables> {
  readonly #props: SqliteProps

  constructor(props: SqliteProps) {
    super(props)
    this.#props = props
  }

  override async execute<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    const { driver, executor } = this.#props
    const connection = await driver.acquireConnection()
    const held = new HeldConnection(connection)
    try {
      connection.begin()
      try {
        const result = await work(new Transaction({ ...this.#props, executor: executor.over(held) }))
        connection.commit()
        return result
      } catch (error) {
        connection.rollback()
        throw error
      }
    } finally {
      held.giveBack()
      driver.release()
    }
  }
}

/** Kysely for SQLite with a faster path for queries and transactions; with plugins, Kysely's own path is used. */
export class SqliteDatabase<Tables> extends Kysely<Tables> {
  readonly #props: SqliteProps

  constructor(props: SqliteProps) {
    super(props)
    this.#props = props
  }

  /** The whole database, from which another can be created (`openSqlite`). There must be no open transaction. */
  image(): Uint8Array {
    const { free } = this.#props.driver
    if (free === undefined) throw new Error('the database is in a transaction')
    return free.image()
  }

  /** Resolves when everything committed so far survives a power failure; commits alone survive only the end of the process. */
  async syncCommits(): Promise<void> {
    await this.#props.log?.sync()
  }

  override transaction(): TransactionBuilder<Tables> {
    return new SqliteTransactionBuilder(this.#props)
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    await this.#props.log?.close()
  }
}
