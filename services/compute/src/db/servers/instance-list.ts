import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import type { Kysely } from 'kysely'
import { holds, needsJudging } from '../../domain/server-list/condition.ts'
import type { ServerCondition } from '../../domain/server-list/server-condition.ts'
import type { CellTables, InstanceRow } from '../schema/cell-tables.ts'
import { conditionSql } from './condition-sql.ts'

/** A page of servers; the last sort column is unique. */
export interface InstancePage {
  readonly condition: ServerCondition
  readonly order: readonly SortColumn[]
  readonly limit: number
  /** The last row of the previous page, or its sort columns. */
  readonly after?: Partial<InstanceRow>
}

const readRows = (cell: Kysely<CellTables>, page: InstancePage): Promise<InstanceRow[]> => {
  let query = cell.selectFrom('instances').selectAll().where(conditionSql(page.condition)).limit(page.limit)
  for (const term of orderTerms(page.order)) query = query.orderBy(term)
  if (page.after) query = query.where(afterRow(page.order, { ...page.after }))
  return query.execute()
}

/** Rows per query if the condition must be evaluated in memory, where many may be filtered out. */
const batch = 500

/** The rows of one cell that belong on a page. */
export const listInstances = async (
  cell: Kysely<CellTables>,
  page: InstancePage,
): Promise<readonly InstanceRow[]> => {
  if (!needsJudging(page.condition)) return readRows(cell, page)
  const found: InstanceRow[] = []
  let { after } = page
  for (;;) {
    const rows = await readRows(cell, { ...page, limit: batch, ...(after ? { after } : {}) })
    found.push(...rows.filter((row) => holds(page.condition, { ...row })))
    after = rows.at(-1)
    if (found.length >= page.limit || rows.length < batch) return found.slice(0, page.limit)
  }
}
