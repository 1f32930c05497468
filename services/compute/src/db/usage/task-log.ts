import type { Kysely } from 'kysely'
import type { AuditPeriod } from '@nimbo/notifications/audit-period'
import type { CellTables } from '../schema/cell-tables.ts'
import type { TaskLogRow } from './task-log-table.ts'

/** Nova's name of the usage audit. */
const usageAudit = 'instance_usage_audit'

const mostHosts = 10_000

const keyOf = ({ beginning, ending }: AuditPeriod) => ({
  task_name: usageAudit,
  period_beginning: beginning.toISOString(),
  period_ending: ending.toISOString(),
})

/** The result of a finished usage audit. */
export type FinishedAudit = Pick<TaskLogRow, 'message' | 'task_items'>

/** The usage audits of a cell's hosts, one row per host and period. */
export const taskLog = (db: Kysely<CellTables>) => ({
  /**
   * Records that the audit of a host begins; false when it is recorded already. Waits for another transaction that
   * records it.
   */
  begin: async (host: string, period: AuditPeriod): Promise<boolean> => {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('task_log')
      .values({
        ...keyOf(period),
        ...{ host, state: 'RUNNING', message: 'Instance usage audit started...' },
        ...{ task_items: 0, errors: 0 },
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  finish: async (host: string, period: AuditPeriod, result: FinishedAudit): Promise<void> => {
    const { task_name, period_beginning, period_ending } = keyOf(period)
    await db
      .updateTable('task_log')
      .set({ ...result, state: 'DONE' })
      .where('task_name', '=', task_name)
      .where('period_beginning', '=', period_beginning)
      .where('period_ending', '=', period_ending)
      .where('host', '=', host)
      .execute()
  },

  /** The audits of a period, ordered by host. */
  ofPeriod: (period: AuditPeriod): Promise<TaskLogRow[]> => {
    const { task_name, period_beginning, period_ending } = keyOf(period)
    return db
      .selectFrom('task_log')
      .selectAll()
      .where('task_name', '=', task_name)
      .where('period_beginning', '=', period_beginning)
      .where('period_ending', '=', period_ending)
      .orderBy('host')
      .limit(mostHosts)
      .execute()
  },
})
