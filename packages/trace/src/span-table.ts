import { inTransaction } from '@nimbo/db/in-transaction'
import type { Kysely } from 'kysely'
import type { Span, SpanAttributes } from './span.ts'
import type { SpanRow, TraceTables } from './trace-tables.ts'

/** Reads recorded spans. */
export interface SpanReader {
  /** All spans of a trace in order of their start. */
  trace(traceId: string): Promise<readonly Span[]>
  /** Spans named `name` about `resource`, oldest first. */
  about(resource: string, name: string): Promise<readonly Span[]>
}

/** Where spans are stored. */
export interface SpanTable extends SpanReader {
  /** Writes all or none; existing ones stay, since relayed spans may arrive twice. */
  write(spans: readonly Span[]): Promise<void>
  /**
   * Deletes spans that started before an instant, in milliseconds since the epoch, oldest first; returns whether some remain, since
   * a call deletes only so many.
   */
  forget(before: number): Promise<boolean>
  close(): Promise<void>
}

const mostSpansOfATrace = 5_000
/** Spans that are deleted at once: the statement holds up all others, and until its end the log of SQLite grows. */
const mostForgotten = 10_000

/** Spans in a database. */
export const spanTable = (db: Kysely<TraceTables>): SpanTable => {
  const spansInOrder = db.selectFrom('spans').selectAll().orderBy('started_at').limit(mostSpansOfATrace)
  return {
    write: (spans) =>
      inTransaction(db, async (trx) => {
        for (const some of inPieces(spans)) await insert(trx, some)
      }),
    forget: async (before) => {
      const last = await db
        .selectFrom('spans')
        .select('started_at')
        .where('started_at', '<', before)
        .orderBy('started_at')
        .offset(mostForgotten - 1)
        .limit(1)
        .executeTakeFirst()
      const old = db.deleteFrom('spans')
      await (last
        ? old.where('started_at', '<=', last.started_at)
        : old.where('started_at', '<', before)
      ).execute()
      return last !== undefined
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
 * Splits a batch into inserts of 64, 32, … 1 rows: arbitrary numbers of rows would each need their own prepared statement, and
 * preparing costs more than executing.
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
