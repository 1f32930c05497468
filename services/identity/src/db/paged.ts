import type { Kind, Of } from '@nimbo/resource/describe/kind'
import type { Condition, Db } from '@nimbo/resource/rows/row-queries'
import type { Repository } from '@nimbo/resource/rows/repository'
import { type SqlBool, sql } from 'kysely'
import type { Filter, Page } from '../domain/listing.ts'
import { condition } from './condition.ts'

/** For repositories: identity's records belong to no project, so all are visible, and policy decides who may see which. */
export const seenByAll = { visibleTo: (): Condition => sql<SqlBool>`1 = 1` }

/** A page of the records that match the filters, ordered by id. */
export const paged = <K extends Kind>(
  records: Repository<K>,
  db: Db,
  filters: readonly Filter[],
  page: Page,
): Promise<Of<K>[]> => records.list(db, 'all', {}, { ...page, where: filters.map(condition) })
