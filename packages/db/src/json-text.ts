import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/**
 * What a column of JSON objects has under a name, as text; null where it has nothing there. On SQLite a number stays one: whoever
 * compares numbers casts both.
 */
export const jsonText = <Tables>(
  db: Kysely<Tables>,
  column: string,
  name: string,
): RawBuilder<string | null> =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<string | null>`(${sql.ref(column)}::jsonb ->> ${name})`
    : sql<string | null>`json_extract(${sql.ref(column)}, ${`$."${name.replaceAll('"', '')}"`})`
