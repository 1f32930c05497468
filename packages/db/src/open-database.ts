import { Kysely } from 'kysely'
import { checkSchema, compareSchema, type MigrationSet, migrate, type SchemaState } from './migrate.ts'
import type { PostgresqlOptions } from './postgresql.ts'
import { openSqlite } from './sqlite.ts'

export interface OpenOptions extends PostgresqlOptions {
  /** Whether to apply missing migrations (default) or to refuse the database. */
  readonly schema?: 'migrate' | 'check'
}

const sqliteScheme = 'sqlite:'
const postgresqlSchemes = ['postgresql:', 'postgres:', 'postgresql+psycopg2:']

/** Whether the text is a database URL of a supported kind. */
export const isDatabaseUrl = (text: string): boolean =>
  [sqliteScheme, ...postgresqlSchemes].some((scheme) => text.startsWith(scheme))

/** The PostgreSQL driver is only loaded when needed. */
const connect = async <Tables>(url: string, options: PostgresqlOptions): Promise<Kysely<Tables>> => {
  if (url.startsWith(sqliteScheme)) return openSqlite(url.slice(sqliteScheme.length))
  const scheme = postgresqlSchemes.find((known) => url.startsWith(known))
  if (scheme === undefined) throw new Error(`no kind of database is known for ${url.split(':')[0]}:`)
  const { postgresqlDialect } = await import('./postgresql.ts')
  return new Kysely({ dialect: postgresqlDialect(`postgresql:${url.slice(scheme.length)}`, options) })
}

const using = async <Result>(
  url: string,
  options: PostgresqlOptions,
  work: (db: Kysely<unknown>) => Promise<Result>,
): Promise<Result> => {
  const db = await connect<unknown>(url, options)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Opens a database with current tables: applies missing migrations, or with `schema: 'check'` only checks. `url` is
 * `sqlite:<path>`, `sqlite::memory:` or a `postgresql://` URL. Throws `SchemaTooNew` for a database of a newer Nimbo,
 * `SchemaTooOld` when `check` finds missing migrations, and `DatabaseUnavailable`.
 */
export const openDatabase = async <Tables>(
  url: string,
  migrations: MigrationSet,
  { schema = 'migrate', ...options }: OpenOptions = {},
): Promise<Kysely<Tables>> => {
  const db = await connect<Tables>(url, options)
  try {
    const state = await compareSchema(db, migrations)
    if (schema === 'migrate' && state.missing.length > 0 && state.unknown.length === 0)
      await (url.startsWith(sqliteScheme)
        ? migrate(db, migrations)
        : migrateDatabase(url, migrations, options))
    else checkSchema(state)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Migrations have no timeouts, and wait for concurrent ones. */
const unlimited = { poolSize: 2, poolOverflow: 0, statementTimeoutMs: 0, lockTimeoutMs: 0 }

/** Migrates a database without opening it for service; returns the applied migrations. Throws `SchemaTooNew`. */
export const migrateDatabase = (
  url: string,
  migrations: MigrationSet,
  options: PostgresqlOptions = {},
): Promise<readonly string[]> => using(url, { ...options, ...unlimited }, (db) => migrate(db, migrations))

/** Reads the migrations of a database without changing it. */
export const schemaState = (
  url: string,
  migrations: MigrationSet,
  options: PostgresqlOptions = {},
): Promise<SchemaState> => using(url, options, (db) => compareSchema(db, migrations))
