import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/**
 * The value of a key in a JSON column as text; null when it is missing. On SQLite a number stays a number, so cast both sides to
 * compare numbers.
 */
export const jsonText = <Tables>(
  db: Kysely<Tables>,
  column: string,
  name: string,
): RawBuilder<string | null> =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<string | null>`(${sql.ref(column)}::jsonb ->> ${name})`
    : sql<string | null>`json_extract(${sql.ref(column)}, ${`$."${name.replaceAll('"', '')}"`})`
