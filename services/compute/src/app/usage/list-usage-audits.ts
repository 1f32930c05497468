import type { AuditPeriod } from '@nimbo/notifications/audit-period'
import type { Databases } from '../../db/cells/databases.ts'
import type { TaskLogRow } from '../../db/usage/task-log-table.ts'
import { taskLog } from '../../db/usage/task-log.ts'
import { everyCell } from '../every-cell.ts'

interface Deps {
  readonly databases: Databases
}

/** The usage audits of a period on the hosts of all cells. Cells that are down are skipped. */
export const listUsageAudits =
  (deps: Deps) =>
  (period: AuditPeriod): Promise<readonly TaskLogRow[]> =>
    everyCell(deps, (cell) => taskLog(cell).ofPeriod(period))
