import type { CreateTableBuilder, Kysely } from 'kysely'

type Columns = readonly string[]

/** Columns that every resource has. */
export const standard = (db: Kysely<unknown>, table: string): CreateTableBuilder<string, string> =>
  db.schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('revision_number', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())

export const withColumns = (
  table: CreateTableBuilder<string, string>,
  type: 'text' | 'integer',
  required: Columns,
  optional: Columns = [],
): CreateTableBuilder<string, string> => {
  const all = required.reduce((built, name) => built.addColumn(name, type, (c) => c.notNull()), table)
  return optional.reduce((built, name) => built.addColumn(name, type), all)
}

export const index = (db: Kysely<unknown>, table: string, ...columns: string[]): Promise<void> =>
  db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
