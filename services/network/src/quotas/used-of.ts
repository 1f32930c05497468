import type { Kind } from '@nimbo/resource/describe/kind'
import { countOwned } from '@nimbo/resource/rows/count-owned'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../tables.ts'

/** The tables whose rows the database keeps counted by project; the others are counted each time. */
const counted: ReadonlySet<string> = new Set(['ports'])

interface Used {
  readonly used: number | string | null
}

/** A subquery: how many of a kind a project has, in the same time however many there are, where the count is kept. */
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
