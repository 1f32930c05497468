import { inKeyOrder } from '@nimbo/db/in-key-order'
import { type Kysely, sql } from 'kysely'

export interface SpanRow {
  span_id: string
  trace_id: string
  parent_id: string | null
  name: string
  service: string
  started_at: number
  duration_ms: number
  status: 'ok' | 'error'
  attributes: string
  /** The attribute `resource` in a column of its own for an index: the id of the span's subject. */
  resource: string | null
}

export interface TraceTables {
  spans: SpanRow
}

export const traceMigrations = {
  '0001-spans': async (db: Kysely<unknown>): Promise<void> => {
    await db.schema
      .createTable('spans')
      .addColumn('span_id', 'text', (column) => column.primaryKey())
      .addColumn('trace_id', 'text', (column) => column.notNull())
      .addColumn('parent_id', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('service', 'text', (column) => column.notNull())
      .addColumn('started_at', 'double precision', (column) => column.notNull())
      .addColumn('duration_ms', 'double precision', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('attributes', 'text', (column) => column.notNull())
      .addColumn('resource', 'text')
      .execute()
    await db.schema.createIndex('spans_by_trace').on('spans').columns(['trace_id', 'started_at']).execute()
    await db.schema.createIndex('spans_by_resource').on('spans').columns(['resource', 'name']).execute()
    await db.schema.createIndex('spans_by_start').on('spans').column('started_at').execute()
  },
  /** Keeps the spans of a trace together, so that a batch touches few pages. */
  '0002-spans-by-trace': async (db: Kysely<unknown>): Promise<void> => {
    await db.schema.alterTable('spans').renameTo('spans_by_id').execute()
    for (const index of ['spans_by_trace', 'spans_by_resource', 'spans_by_start'])
      await db.schema.dropIndex(index).execute()
    await inKeyOrder(db, db.schema.createTable('spans'))
      .addColumn('span_id', 'text', (column) => column.notNull())
      .addColumn('trace_id', 'text', (column) => column.notNull())
      .addColumn('parent_id', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('service', 'text', (column) => column.notNull())
      .addColumn('started_at', 'double precision', (column) => column.notNull())
      .addColumn('duration_ms', 'double precision', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('attributes', 'text', (column) => column.notNull())
      .addColumn('resource', 'text')
      .addPrimaryKeyConstraint('spans_of_a_trace', ['trace_id', 'span_id'])
      .execute()
    await sql`insert into spans select * from spans_by_id`.execute(db)
    await db.schema.dropTable('spans_by_id').execute()
    await db.schema
      .createIndex('spans_by_resource')
      .on('spans')
      .columns(['resource', 'name'])
      .where(sql.ref('resource'), 'is not', null)
      .execute()
    await db.schema.createIndex('spans_by_start').on('spans').column('started_at').execute()
  },
}
