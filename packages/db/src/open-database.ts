import { Kysely } from 'kysely'
import { checkSchema, compareSchema, type MigrationSet, migrate, type SchemaState } from './migrate.ts'
import type { PostgresqlOptions } from './postgresql.ts'
import { openSqlite } from './sqlite.ts'

export interface OpenOptions extends PostgresqlOptions {
  /** Whether a database that lacks migrations gets them (the default) or is refused. */
  readonly schema?: 'migrate' | 'check'
}

const sqliteScheme = 'sqlite:'
const postgresqlSchemes = ['postgresql:', 'postgres:', 'postgresql+psycopg2:']

/** Whether it is the address of a database of a kind that is known. */
export const isDatabaseUrl = (text: string): boolean =>
  [sqliteScheme, ...postgresqlSchemes].some((scheme) => text.startsWith(scheme))

/** PostgreSQL's driver is loaded where it is used: a cloud of files does without. */
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
 * Opens a database whose tables are of today: brings them up to date, or with `schema: 'check'` only looks.
 *
 * `url` is `sqlite:<path>`, `sqlite::memory:` or a `postgresql://` URL. Throws `SchemaTooNew` when a newer Nimbo has
 * written it, `SchemaTooOld` when it must only be looked at and lacks migrations, and `DatabaseUnavailable`.
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

/** A migration takes as long as it takes, and waits for who migrates already. */
const unlimited = { poolSize: 2, poolOverflow: 0, statementTimeoutMs: 0, lockTimeoutMs: 0 }

/** Brings a database up to date without opening it for service; gives the migrations it ran. Throws `SchemaTooNew`. */
export const migrateDatabase = (
  url: string,
  migrations: MigrationSet,
  options: PostgresqlOptions = {},
): Promise<readonly string[]> => using(url, { ...options, ...unlimited }, (db) => migrate(db, migrations))

/** Tells where a database stands without opening it for service or changing it. */
export const schemaState = (
  url: string,
  migrations: MigrationSet,
  options: PostgresqlOptions = {},
): Promise<SchemaState> => using(url, options, (db) => compareSchema(db, migrations))
