import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import type { Kysely } from 'kysely'
import type { ServerCondition } from '../domain/server-condition.ts'
import type { CellTables, InstanceRow } from './cell-tables.ts'
import { conditionSql } from './condition-sql.ts'

/** A page of a list of servers; the last column of the order is unique. */
export interface InstancePage {
  readonly condition: ServerCondition
  readonly order: readonly SortColumn[]
  readonly limit: number
  /** The last row of the page before, or what the order needs of it. */
  readonly after?: Partial<InstanceRow>
}

/** The rows of one cell that belong to a page. */
export const listInstances = (cell: Kysely<CellTables>, page: InstancePage): Promise<InstanceRow[]> => {
  let query = cell.selectFrom('instances').selectAll().where(conditionSql(page.condition)).limit(page.limit)
  for (const term of orderTerms(page.order)) query = query.orderBy(term)
  if (page.after) query = query.where(afterRow(page.order, { ...page.after }))
  return query.execute()
}
