import { prepared } from '@nimbo/db/prepared'
import { takingRows } from '@nimbo/db/taking-rows'
import type { Selectable } from 'kysely'
import type { Db } from './providers.ts'
import type { ConsumerRow } from './tables.ts'

const consumersToTake = prepared((trx: Db, { ids }: { readonly ids: readonly string[] }) =>
  takingRows(trx, trx.selectFrom('consumers').selectAll().where('id', 'in', ids).orderBy('id')),
)

/** Those of the consumers that exist. Who else wants to change what one of them holds waits until the transaction ends. */
export const takeConsumers = async (trx: Db, ids: readonly string[]): Promise<Selectable<ConsumerRow>[]> =>
  ids.length === 0 ? [] : consumersToTake(trx, { ids })

const heldProviders = prepared((trx: Db, { consumerIds }: { readonly consumerIds: readonly string[] }) =>
  trx.selectFrom('allocations').select('provider_id').distinct().where('consumer_id', 'in', consumerIds),
)

/** The providers of which the consumers hold something. */
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
 * Counts a change of each of the providers and gives those that exist. Who else wants to change what one of them has, or
 * what is held of it, waits until the transaction ends. One after the other in the order of their ids: two transactions
 * that took the same ones in different orders would wait for each other.
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
