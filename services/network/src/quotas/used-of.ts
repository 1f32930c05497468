import type { Kind } from '@nimbo/resource/describe/kind'
import { countOwned } from '@nimbo/resource/rows/count-owned'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../tables.ts'

/** Tables whose rows the database counts per project in `quota_usages`; rows of other tables are counted in each query. */
const counted: ReadonlySet<string> = new Set(['ports'])

interface Used {
  readonly used: number | string | null
}

/** A subquery for the number of resources of a kind in a project. If the database keeps the count, it is fast for any number. */
export const usedOf = ({ collection }: Pick<Kind, 'collection'>, projectId: string): RawBuilder<number> =>
  counted.has(collection)
    ? sql<number>`(select coalesce(sum(used), 0) from quota_usages
        where project_id = ${projectId} and resource = ${sql.lit(collection)})`
    : countOwned({ collection }, projectId)

/** How many of a kind these projects have together. */
export const usedTogether = async (
  db: Db,
  { collection }: Kind,
  projectIds: readonly string[],
): Promise<number> => {
  const theirs = sql`project_id in (${sql.join(projectIds)})`
  const query = counted.has(collection)
    ? sql<Used>`select sum(used) as used from quota_usages where ${theirs} and resource = ${collection}`
    : sql<Used>`select count(*) as used from ${sql.table(collection)} where ${theirs}`
  const { rows } = await query.execute(db)
  return Number(rows[0]?.used ?? 0)
}
