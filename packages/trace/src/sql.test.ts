import { goldenStore } from '@nimbo/db/golden-sql.testing'
import type { Kysely } from 'kysely'
import type { Span } from './span.ts'
import { spanTable } from './span-table.ts'
import type { TraceTables } from './trace-tables.ts'

const span: Span = {
  ...{ traceId: 't', spanId: 's', parentId: undefined, name: 'boot', service: 'compute' },
  ...{ startedAt: 1, durationMs: 1, status: 'ok', attributes: {} },
}

const reading = (db: Kysely<TraceTables>) => {
  const { close: _, ...table } = spanTable(db)
  return table
}

goldenStore(import.meta.url, 'spans', reading, {
  // Three spans make a statement of two and one of one.
  write: (table) => table.write([span, span, span]),
  forget: (table) => table.forget(1),
  trace: (table) => table.trace('t'),
  about: (table) => table.about('r', 'boot'),
})
