import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/**
 * A text column type that sorts by UTF-8 bytes, for migrations: on PostgreSQL the order otherwise follows the database's locale,
 * on SQLite it is always so.
 */
export const bytewiseText = (db: Kysely<unknown>): RawBuilder<unknown> =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`
