import { Kysely, PostgresDialect } from 'kysely'
import { lentPool } from './lent-pool.testing.ts'
import { type PostgresqlOptions, postgresqlPool } from './postgresql.ts'

/** A PostgreSQL database whose connections outlive those who use it. */
export interface KeptPostgresql {
  /** A view of the database for one user, who may destroy it: the connections stay. */
  lend<Tables>(): Kysely<Tables>
  /** Runs statements without parameters on one of the connections; gives the rows of the only or last one. */
  run(statements: string): Promise<readonly unknown[]>
  /** Closes the connections. */
  end(): Promise<void>
}

export const keepPostgresql = (url: string, options: PostgresqlOptions): KeptPostgresql => {
  const pool = postgresqlPool(url, options)
  return {
    lend: () => new Kysely({ dialect: new PostgresDialect({ pool: lentPool(pool) }) }),
    run: async (statements) => {
      const client = await pool.connect()
      try {
        return (await client.query<unknown>(statements, [])).rows
      } finally {
        client.release()
      }
    },
    end: () => pool.end(),
  }
}
