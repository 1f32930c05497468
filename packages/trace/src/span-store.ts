import { inKeyOrder } from '@nimbo/db/in-key-order'
import { inTransaction } from '@nimbo/db/in-transaction'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { type Kysely, sql } from 'kysely'
import type { Span, SpanAttributes, SpanSink } from './span.ts'
import { spanBatches } from './span-batches.ts'

interface SpanRow {
  span_id: string
  trace_id: string
  parent_id: string | null
  name: string
  service: string
  started_at: number
  duration_ms: number
  status: 'ok' | 'error'
  attributes: string
  /** The attribute `resource`, apart so that an index finds it: the id of what the work was about. */
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
  /** Spans of a trace lie side by side, so that a batch of many spans touches few pages. */
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

const pruneEveryMs = 60_000
const mostSpansOfATrace = 5_000

/** Reads back what was recorded. */
export interface SpanReader {
  /** All spans of a trace in the order they began. */
  trace(traceId: string): Promise<readonly Span[]>
  /** Spans named `name` about `resource`, oldest first. */
  about(resource: string, name: string): Promise<readonly Span[]>
}

export interface SpanStore extends SpanSink, SpanReader {
  close(): Promise<void>
}

const largestPiece = 64

/**
 * Cuts a batch into pieces of 64, 32, … 1 spans: an insert of as many rows as happen to wait would be a statement of its own
 * for each number, and preparing one of them costs more than running it.
 */
const inPieces = function* (spans: readonly Span[]): Iterable<readonly Span[]> {
  let from = 0
  for (let size = largestPiece; size >= 1; size /= 2)
    for (; spans.length - from >= size; from += size) yield spans.slice(from, from + size)
}

/** What came over a bus may come twice. */
const insert = async (db: Kysely<TraceTables>, spans: readonly Span[]): Promise<void> => {
  await db
    .insertInto('spans')
    .values(spans.map(toRow))
    .onConflict((conflict) => conflict.columns(['trace_id', 'span_id']).doNothing())
    .execute()
}

/** Keeps spans in a database, written in batches; what is read includes all that was recorded before. */
export const spanStore = (
  db: Kysely<TraceTables>,
  { clock, log, keepMs }: { clock: Clock; log: Log; keepMs: number },
): SpanStore => {
  let prunedAt = 0

  const prune = async (): Promise<void> => {
    const now = clock.now()
    if (now - prunedAt < pruneEveryMs) return
    prunedAt = now
    await db
      .deleteFrom('spans')
      .where('started_at', '<', now - keepMs)
      .execute()
  }
  const batches = spanBatches({
    clock,
    log,
    destination: 'the database',
    send: async (spans) => {
      await inTransaction(db, async (trx) => {
        for (const some of inPieces(spans)) await insert(trx, some)
      })
      await prune()
    },
  })

  return {
    record: batches.record,
    trace: async (traceId) => {
      await batches.flush()
      const rows = await db
        .selectFrom('spans')
        .selectAll()
        .where('trace_id', '=', traceId)
        .orderBy('started_at')
        .limit(mostSpansOfATrace)
        .execute()
      return rows.map(toSpan)
    },
    about: async (resource, name) => {
      await batches.flush()
      const rows = await db
        .selectFrom('spans')
        .selectAll()
        .where('resource', '=', resource)
        .where('name', '=', name)
        .orderBy('started_at')
        .limit(mostSpansOfATrace)
        .execute()
      return rows.map(toSpan)
    },
    close: async () => {
      await batches.flush()
      await db.destroy()
    },
  }
}

const toRow = (span: Span): SpanRow => ({
  span_id: span.spanId,
  trace_id: span.traceId,
  parent_id: span.parentId ?? null,
  name: span.name,
  service: span.service,
  started_at: span.startedAt,
  duration_ms: span.durationMs,
  status: span.status,
  attributes: JSON.stringify(span.attributes),
  resource: typeof span.attributes.resource === 'string' ? span.attributes.resource : null,
})

const toSpan = (row: SpanRow): Span => ({
  traceId: row.trace_id,
  spanId: row.span_id,
  parentId: row.parent_id ?? undefined,
  name: row.name,
  service: row.service,
  startedAt: row.started_at,
  durationMs: row.duration_ms,
  status: row.status,
  attributes: JSON.parse(row.attributes) as SpanAttributes,
})
