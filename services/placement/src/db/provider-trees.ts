import { prepared } from '@nimbo/db/prepared'
import { sql } from 'kysely'
import type { SharersByRoot } from '../domain/slots.ts'
import type { Db } from './providers.ts'

/** The trait of sharing providers. */
const sharesViaAggregate = 'MISC_SHARES_VIA_AGGREGATE'

const findWhoIsNotAlone = prepared((db: Db, _: object) => {
  const nested = db
    .selectFrom('resource_providers')
    .select(sql`1`.as('one'))
    // Any parent; SQLite would not use the index for `is not null`.
    .where('parent_id', '>', '')
  const sharing = db
    .selectFrom('provider_traits')
    .select(sql`1`.as('one'))
    .where('trait', '=', sharesViaAggregate)
  return nested.unionAll(sharing).limit(1)
})

/** Whether there are neither nested nor sharing providers. Then every candidate consists of a single provider. */
export const areAllAlone = async (db: Db): Promise<boolean> => (await findWhoIsNotAlone(db, {})).length === 0

const mostShares = 100_000

/** Sharing providers by the root of the tree they share with. */
export const sharersByRoot = async (db: Db): Promise<SharersByRoot> => {
  const rows = await db
    .selectFrom('provider_traits as t')
    .innerJoin('provider_aggregates as of_sharer', 'of_sharer.provider_id', 't.provider_id')
    .innerJoin('provider_aggregates as of_member', 'of_member.aggregate_id', 'of_sharer.aggregate_id')
    .innerJoin('resource_providers as member', 'member.id', 'of_member.provider_id')
    .select(['t.provider_id as sharer', 'member.root_id as root'])
    .distinct()
    .where('t.trait', '=', sharesViaAggregate)
    .orderBy('root')
    .orderBy('sharer')
    .limit(mostShares)
    .execute()
  const sharers = new Map<string, Set<string>>()
  for (const { sharer, root } of rows) sharers.set(root, (sharers.get(root) ?? new Set()).add(sharer))
  return sharers
}
