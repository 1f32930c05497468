import type { AuditPeriod } from '@nimbo/notifications/audit-period'
import type { Kysely } from 'kysely'
import type { CellTables } from '../schema/cell-tables.ts'

export interface ActivePage {
  readonly host: string
  readonly period: AuditPeriod
  readonly limit: number
  /** The last id of the previous page; empty for the first page. */
  readonly after: string
}

/** The ids of a host's servers that were active during a period, deleted ones included, in their order. */
export const activeOnHost = async (
  cell: Kysely<CellTables>,
  { host, period, limit, after }: ActivePage,
): Promise<readonly string[]> => {
  const rows = await cell
    .selectFrom('instances')
    .select('id')
    .where('host', '=', host)
    .where('launched_at', '<', period.ending.toISOString())
    .where(({ or, eb }) =>
      or([eb('terminated_at', 'is', null), eb('terminated_at', '>', period.beginning.toISOString())]),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
