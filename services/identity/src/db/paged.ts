import type { Kind, Of } from '@nimbo/resource/describe/kind'
import type { Condition, Db } from '@nimbo/resource/rows/row-queries'
import type { Repository } from '@nimbo/resource/rows/repository'
import { type SqlBool, sql } from 'kysely'
import type { Filter, Page } from '../domain/listing.ts'
import { condition } from './condition.ts'

/** For repositories: identity's records belong to no project, so all are visible, and policy decides who may see which. */
export const seenByAll = { visibleTo: (): Condition => sql<SqlBool>`1 = 1` }

/**
 * A page of the records that match the filters and conditions, ordered by id. It begins after the marker also if that record has
 * been deleted since the previous page.
 */
export const paged = <K extends Kind>(
  records: Repository<K>,
  db: Db,
  filters: readonly Filter[],
  { limit, marker }: Page,
  conditions: readonly Condition[] = [],
): Promise<Of<K>[]> => {
  const after = marker === undefined ? [] : [sql<SqlBool>`id > ${marker}`]
  return records.list(db, 'all', {}, { limit, where: [...conditions, ...filters.map(condition), ...after] })
}
