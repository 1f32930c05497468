import type { Kind, Of } from '@nimbo/resource/describe/kind'
import type { Condition, Db } from '@nimbo/resource/rows/row-queries'
import type { Repository } from '@nimbo/resource/rows/repository'
import { type SqlBool, sql } from 'kysely'
import type { Filter, Page } from '../domain/listing.ts'
import { condition } from './condition.ts'

/** What identity keeps belongs to no project: who may see which of it is for the rules to say. */
export const seenByAll = { visibleTo: (): Condition => sql<SqlBool>`1 = 1` }

/** A page of what the filters let through, in the order of ids. */
export const paged = <K extends Kind>(
  records: Repository<K>,
  db: Db,
  filters: readonly Filter[],
  page: Page,
): Promise<Of<K>[]> => records.list(db, 'all', {}, { ...page, where: filters.map(condition) })
