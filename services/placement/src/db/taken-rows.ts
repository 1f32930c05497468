import { prepared } from '@nimbo/db/prepared'
import { takingRows } from '@nimbo/db/taking-rows'
import type { Selectable } from 'kysely'
import type { Db } from './providers.ts'
import type { ConsumerRow } from './tables.ts'

const consumersToTake = prepared((trx: Db, { ids }: { readonly ids: readonly string[] }) =>
  takingRows(trx, trx.selectFrom('consumers').selectAll().where('id', 'in', ids).orderBy('id')),
)

/** Locks existing consumers until the end of the transaction. */
export const takeConsumers = async (trx: Db, ids: readonly string[]): Promise<Selectable<ConsumerRow>[]> =>
  ids.length === 0 ? [] : consumersToTake(trx, { ids })

const heldProviders = prepared((trx: Db, { consumerIds }: { readonly consumerIds: readonly string[] }) =>
  trx.selectFrom('allocations').select('provider_id').distinct().where('consumer_id', 'in', consumerIds),
)

/** The providers with allocations of these consumers. */
export const providersHeldBy = async (
  trx: Db,
  consumerIds: readonly string[],
): Promise<readonly string[]> => {
  if (consumerIds.length === 0) return []
  const rows = await heldProviders(trx, { consumerIds })
  return rows.map(({ provider_id }) => provider_id)
}

const countChange = prepared((trx: Db, { id, now }: { readonly id: string; readonly now: string }) =>
  trx
    .updateTable('resource_providers')
    .set(({ eb }) => ({ generation: eb('generation', '+', 1), updated_at: now }))
    .where('id', '=', id),
)

/**
 * Increments the generation of existing providers and returns them, which locks them until the end of the transaction. In order
 * of their ids, to avoid deadlocks.
 */
export const takeProviders = async (
  trx: Db,
  ids: readonly string[],
  now: string,
): Promise<ReadonlySet<string>> => {
  const taken = new Set<string>()
  for (const id of [...new Set(ids)].sort()) {
    if ((await countChange(trx, { id, now })) === 1) taken.add(id)
  }
  return taken
}
