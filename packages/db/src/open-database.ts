import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import { type MigrationSet, migrate } from './migrate.ts'
import { sqliteDialect } from './sqlite.ts'

const sqliteScheme = 'sqlite:'

const dialectFor = async (url: string): Promise<Dialect> => {
  if (url.startsWith(sqliteScheme)) return sqliteDialect(url.slice(sqliteScheme.length))
  const { Pool } = await import('pg')
  return new PostgresDialect({
    pool: new Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 }),
  })
}

/**
 * Opens a database and brings its tables up to date.
 *
 * `url` is `sqlite:<path>`, `sqlite::memory:` or a `postgresql://` URL. Throws {@link SchemaTooNew} when a newer Nimbo
 * has written it.
 */
export const openDatabase = async <Tables>(
  url: string,
  migrations: MigrationSet,
): Promise<Kysely<Tables>> => {
  const db = new Kysely<Tables>({ dialect: await dialectFor(url) })
  try {
    await migrate(db, migrations)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}
