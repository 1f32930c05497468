import type { CreateTableBuilder, Kysely } from 'kysely'

/** Begins a table with the columns that every resource has. */
export const withId = (db: Kysely<unknown>, table: string): CreateTableBuilder<string, string> =>
  db.schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())

/** Adds columns of one type to a table. */
export const withColumns = (
  table: CreateTableBuilder<string, string>,
  type: 'text' | 'integer',
  required: readonly string[],
  optional: readonly string[] = [],
): CreateTableBuilder<string, string> => {
  const all = required.reduce((built, name) => built.addColumn(name, type, (c) => c.notNull()), table)
  return optional.reduce((built, name) => built.addColumn(name, type), all)
}

export const index = (db: Kysely<unknown>, table: string, ...columns: string[]): Promise<void> =>
  db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
