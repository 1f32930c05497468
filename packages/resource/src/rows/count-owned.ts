import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '../describe/kind.ts'

/**
 * How many of a kind a project has, as an expression of a query. Whoever makes one more counts in the same transaction,
 * so that two at once cannot both take the last that the quota leaves.
 */
export const countOwned = ({ collection }: Pick<Kind, 'collection'>, projectId: string): RawBuilder<number> =>
  sql<number>`(select count(*) from ${sql.table(collection)} where project_id = ${projectId})`
