import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Adds an auto-incremented primary key to a table being created; numbers are never reused. On PostgreSQL a number is assigned
 * before the commit, so a later number may become visible first.
 */
export const withGrowingKey = <Table extends string, Column extends string>(
  db: Kysely<unknown>,
  table: CreateTableBuilder<Table, Column>,
  column: string,
): CreateTableBuilder<Table, Column | string> =>
  db.getExecutor().adapter instanceof SqliteAdapter
    ? table.addColumn(column, 'integer', (key) => key.primaryKey().autoIncrement())
    : table.addColumn(column, sql`bigint generated always as identity`, (key) => key.primaryKey())
