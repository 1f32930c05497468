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

/** Runs nothing: every query finds what it is told to find, and what is changed is one row. */
class AskedConnection implements DatabaseConnection {
  readonly #asked: string[]
  readonly #found: (sql: string) => readonly object[]

  constructor(asked: string[], found: (sql: string) => readonly object[]) {
    this.#asked = asked
    this.#found = found
  }

  async executeQuery<Row>({ sql }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#asked.push(sql)
    return { rows: JSON.parse(JSON.stringify(this.#found(sql))), numAffectedRows: 1n }
  }

  streamQuery(): never {
    throw new Error('nothing is streamed')
  }
}

const driverOf = (asked: string[], found: (sql: string) => readonly object[]): Driver => ({
  init: async () => {},
  acquireConnection: async () => new AskedConnection(asked, found),
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

/** What a query finds: the same rows whatever is asked, or what is found for its SQL. */
export type Finds = readonly object[] | ((sql: string) => readonly object[])

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

/**
 * What `work` asks of a database of that dialect, in which every query finds nothing unless told otherwise; last, if it fails, the
 * name of its error. What it makes of rows does not matter, so they need the columns alone by which it decides what to ask next.
 */
export const askedSql = async <Tables>(
  dialect: SqlDialect,
  work: (db: Kysely<Tables>) => Promise<unknown>,
  finds: Finds = [],
): Promise<readonly string[]> => {
  const asked: string[] = []
  const found = typeof finds === 'function' ? finds : () => finds
  const db = new Kysely<Tables>({
    dialect: { ...parts[dialect], createDriver: () => driverOf(asked, found) },
  })
  await work(db).catch((error: unknown) => {
    if (asked.length === 0) throw error
    asked.push(`/* ${nameOf(error)} */`)
  })
  return asked
}
