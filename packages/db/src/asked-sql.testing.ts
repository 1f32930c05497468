import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import { FewStatements } from './few-statements.ts'

export const sqlDialects = ['SQLite', 'PostgreSQL'] as const
export type SqlDialect = (typeof sqlDialects)[number]

/** Runs nothing: what is looked for is not there, and what is changed is one row. */
class AskedConnection implements DatabaseConnection {
  readonly #asked: string[]

  constructor(asked: string[]) {
    this.#asked = asked
  }

  async executeQuery<Row>({ sql }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#asked.push(sql)
    return { rows: [], numAffectedRows: 1n }
  }

  streamQuery(): never {
    throw new Error('nothing is streamed')
  }
}

const driverOf = (asked: string[]): Driver => ({
  init: async () => {},
  acquireConnection: async () => new AskedConnection(asked),
  beginTransaction: async () => void asked.push('begin'),
  commitTransaction: async () => void asked.push('commit'),
  rollbackTransaction: async () => void asked.push('rollback'),
  releaseConnection: async () => {},
  destroy: async () => {},
})

const parts: Readonly<Record<SqlDialect, Omit<Dialect, 'createDriver'>>> = {
  SQLite: {
    createQueryCompiler: () => new FewStatements(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  },
  PostgreSQL: {
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
}

/** What `work` asks of a database of that dialect, in which nothing is found; what it makes of that does not matter. */
export const askedSql = async <Tables>(
  dialect: SqlDialect,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<readonly string[]> => {
  const asked: string[] = []
  const db = new Kysely<Tables>({ dialect: { ...parts[dialect], createDriver: () => driverOf(asked) } })
  await work(db).catch((error: unknown) => {
    if (asked.length === 0) throw error
  })
  return asked
}
