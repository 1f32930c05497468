import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/**
 * The type of a column of text that sorts by its UTF-8 bytes, for migrations: on PostgreSQL the order follows the locale of
 * the database unless the column says otherwise, on SQLite all text sorts so.
 */
export const bytewiseText = (db: Kysely<unknown>): RawBuilder<unknown> =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`
