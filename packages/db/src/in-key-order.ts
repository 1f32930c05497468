import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Stores a table being created in the order of its primary key, where the database can. SQLite then keeps rows in the key's index
 * (`without rowid`) instead of in insertion order, so related rows share pages.
 */
export const inKeyOrder = <Table extends string, Column extends string>(
  db: Kysely<unknown>,
  table: CreateTableBuilder<Table, Column>,
): CreateTableBuilder<Table, Column> =>
  db.getExecutor().adapter instanceof SqliteAdapter ? table.modifyEnd(sql`without rowid`) : table
