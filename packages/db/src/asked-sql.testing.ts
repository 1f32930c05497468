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

/** Executes nothing: queries return preset rows, and changes affect one row. */
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

/** What queries return: always the same rows, or rows by SQL. */
export type Finds = readonly object[] | ((sql: string) => readonly object[])

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

/**
 * The statements that `work` sends to a database of that dialect, in which queries return nothing by default; followed by the
 * error's name if it fails. Preset rows only need the columns that decide about further statements.
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
