import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Gives a table that is about to be created a primary key which counts its rows up, never giving a number twice. On
 * PostgreSQL a transaction takes its number before it commits: of two at once the later may be seen first.
 */
export const withGrowingKey = <Table extends string, Column extends string>(
  db: Kysely<unknown>,
  table: CreateTableBuilder<Table, Column>,
  column: string,
): CreateTableBuilder<Table, Column | string> =>
  db.getExecutor().adapter instanceof SqliteAdapter
    ? table.addColumn(column, 'integer', (key) => key.primaryKey().autoIncrement())
    : table.addColumn(column, sql`bigint generated always as identity`, (key) => key.primaryKey())
