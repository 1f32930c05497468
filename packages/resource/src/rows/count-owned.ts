import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '../describe/kind.ts'

/**
 * A subquery that counts a project's resources of a kind. Count and insert in the same transaction, so that concurrent requests
 * cannot both take the last one.
 */
export const countOwned = ({ collection }: Pick<Kind, 'collection'>, projectId: string): RawBuilder<number> =>
  sql<number>`(select count(*) from ${sql.table(collection)} where project_id = ${projectId})`
