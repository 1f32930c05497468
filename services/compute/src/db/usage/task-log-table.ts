import type { Kysely } from 'kysely'

/** A run of a periodic task for one host and period. */
export interface TaskLogRow {
  task_name: string
  host: string
  /** ISO 8601 text, like the ending. */
  period_beginning: string
  period_ending: string
  /** As in Nova: `RUNNING` or `DONE`. */
  state: string
  message: string
  /** The number of servers in the run. */
  task_items: number
  errors: number
}

/** Creates the table, with at most one run per task, host and period. */
export const createTaskLog = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('task_log')
    .addColumn('task_name', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('period_beginning', 'text', (column) => column.notNull())
    .addColumn('period_ending', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('task_items', 'integer', (column) => column.notNull())
    .addColumn('errors', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('task_log_by_period', ['task_name', 'period_beginning', 'period_ending', 'host'])
    .execute()
}
