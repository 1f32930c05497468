import type { MigrationSet } from '@nimbo/db/migrate'
import { openDatabase } from '@nimbo/db/open-database'
import { openSqlite } from '@nimbo/db/sqlite'
import { type Kysely, sql } from 'kysely'

/** Statements that make of an empty database what migrations make of it. */
type Script = readonly string[]

const scripts = new WeakMap<MigrationSet, Script>()
const usedOnce = new WeakSet<MigrationSet>()

/**
 * A database in memory that the migrations have been run on. A process that opens many of the same set runs them twice: what came of it
 * is written down the second time, and replayed from then on, which takes a tenth of the time.
 */
export const migratedDatabase = async <Tables>(migrations: MigrationSet): Promise<Kysely<Tables>> => {
  const script = scripts.get(migrations)
  if (script !== undefined) return replayed(script)
  const db = await openDatabase<Tables>('sqlite::memory:', migrations)
  if (usedOnce.has(migrations)) scripts.set(migrations, await scriptOf(db))
  usedOnce.add(migrations)
  return db
}

const replayed = async <Tables>(script: Script): Promise<Kysely<Tables>> => {
  const db = openSqlite<Tables>(':memory:')
  for (const statement of script) await sql.raw(statement).execute(db)
  return db
}

interface Part {
  readonly type: string
  readonly name: string
  readonly sql: string
}

/** Tables with their rows first, and then what watches or finds them: indexes and triggers. */
const scriptOf = async <Tables>(db: Kysely<Tables>): Promise<Script> => {
  const found =
    await sql<Part>`select type, name, sql from sqlite_master where sql is not null order by rowid`.execute(
      db,
    )
  const parts = found.rows.filter(({ name }) => !name.startsWith('sqlite_'))
  const tables = parts.filter(({ type }) => type === 'table')
  const rows = await Promise.all(tables.map(({ name }) => rowsOf(db, name)))
  const others = parts.filter(({ type }) => type !== 'table')
  return [...tables.map((part) => part.sql), ...rows.flat(), ...others.map((part) => part.sql)]
}

const rowsOf = async <Tables>(db: Kysely<Tables>, table: string): Promise<readonly string[]> => {
  const { rows } = await sql<Readonly<Record<string, unknown>>>`select * from ${sql.table(table)}`.execute(db)
  return rows.map((row) => {
    const names = Object.keys(row).map((name) => `"${name}"`)
    return `insert into "${table}" (${names.join(', ')}) values (${Object.values(row).map(literal).join(', ')})`
  })
}

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
