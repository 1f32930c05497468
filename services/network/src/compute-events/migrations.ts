import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'
import { withColumns } from '../create-tables.ts'

const createComputeEvents = async (db: Kysely<unknown>): Promise<void> => {
  const events = db.schema
    .createTable('compute_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
  await withColumns(events, 'text', [
    'name',
    'server_id',
    'port_id',
    'status',
    'request_id',
    'trace_id',
    'span_id',
    'not_before',
  ])
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .execute()
}

export const migrations: MigrationSet = {
  '0007-compute-events': createComputeEvents,
}
