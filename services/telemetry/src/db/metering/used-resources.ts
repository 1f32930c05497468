import { prepared } from '@nimbo/db/prepared'
import type { Insertable } from 'kysely'
import type { UsedResource } from '../../domain/metering/use-changes.ts'
import { alikeRows } from './alike-rows.ts'
import type { MeteringDb } from './metering.ts'
import type { UsedResourceRow } from './tables.ts'

const putRows = prepared(
  (trx: MeteringDb, { rows }: { readonly rows: readonly Insertable<UsedResourceRow>[] }) =>
    trx
      .insertInto('used_resources')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['resource_id', 'kind']).doUpdateSet(({ fn }) => ({
          deleted_at: fn.coalesce('used_resources.deleted_at', 'excluded.deleted_at'),
        })),
      )
      .returningAll(),
)

/**
 * Records resources with their deletions, and locks them until the transaction ends: so of two agents that handle the creation
 * and the deletion of one resource at the same time, one sees what the other has recorded. Returns the resources with the
 * deletions recorded now or before. Each must occur once.
 */
export const takeUsedResources = async (
  trx: MeteringDb,
  resources: readonly UsedResource[],
): Promise<readonly UsedResource[]> => {
  // All agents lock rows in the same order, which avoids deadlocks.
  const rows = resources
    .map(({ kind, resourceId, deletedAt }) => ({ kind, resource_id: resourceId, deleted_at: deletedAt }))
    .toSorted((one, other) => (one.resource_id < other.resource_id ? -1 : 1))
  const taken: UsedResource[] = []
  for (const some of alikeRows(rows))
    for (const { kind, resource_id, deleted_at } of await putRows(trx, { rows: some }))
      taken.push({
        kind,
        resourceId: resource_id,
        deletedAt: deleted_at === null ? null : Number(deleted_at),
      })
  return taken
}
