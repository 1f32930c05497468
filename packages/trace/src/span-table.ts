import { inTransaction } from '@nimbo/db/in-transaction'
import type { Kysely } from 'kysely'
import type { Span, SpanAttributes } from './span.ts'
import type { SpanRow, TraceTables } from './trace-tables.ts'

/** Reads back what was recorded. */
export interface SpanReader {
  /** All spans of a trace in the order they began. */
  trace(traceId: string): Promise<readonly Span[]>
  /** Spans named `name` about `resource`, oldest first. */
  about(resource: string, name: string): Promise<readonly Span[]>
}

/** Where spans lie. */
export interface SpanTable extends SpanReader {
  /** All of them or none; what is there already stays, since what came over a bus may come twice. */
  write(spans: readonly Span[]): Promise<void>
  /** Forgets what began before that instant, in milliseconds since the epoch. */
  forget(before: number): Promise<void>
  close(): Promise<void>
}

const mostSpansOfATrace = 5_000

/** Spans in a database. */
export const spanTable = (db: Kysely<TraceTables>): SpanTable => {
  const spansInOrder = db.selectFrom('spans').selectAll().orderBy('started_at').limit(mostSpansOfATrace)
  return {
    write: (spans) =>
      inTransaction(db, async (trx) => {
        for (const some of inPieces(spans)) await insert(trx, some)
      }),
    forget: async (before) => {
      await db.deleteFrom('spans').where('started_at', '<', before).execute()
    },
    trace: async (traceId) => {
      const rows = await spansInOrder.where('trace_id', '=', traceId).execute()
      return rows.map(toSpan)
    },
    about: async (resource, name) => {
      const rows = await spansInOrder.where('resource', '=', resource).where('name', '=', name).execute()
      return rows.map(toSpan)
    },
    close: () => db.destroy(),
  }
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

const insert = async (db: Kysely<TraceTables>, spans: readonly Span[]): Promise<void> => {
  await db
    .insertInto('spans')
    .values(spans.map(toRow))
    .onConflict((conflict) => conflict.columns(['trace_id', 'span_id']).doNothing())
    .execute()
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
