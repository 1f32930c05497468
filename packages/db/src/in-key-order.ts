import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Lets a table that is about to be created keep its rows in the order of its primary key, where the database can. SQLite then
 * stores the row in the key's own index, instead of in the order of arrival with an index beside it: rows that belong together
 * are written to the same pages.
 */
export const inKeyOrder = <Table extends string, Column extends string>(
  db: Kysely<unknown>,
  table: CreateTableBuilder<Table, Column>,
): CreateTableBuilder<Table, Column> =>
  db.getExecutor().adapter instanceof SqliteAdapter ? table.modifyEnd(sql`without rowid`) : table
