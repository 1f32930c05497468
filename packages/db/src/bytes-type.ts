import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/** A column type for bytes, for migrations. */
export const bytesType = (db: Kysely<unknown>): RawBuilder<unknown> =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`
