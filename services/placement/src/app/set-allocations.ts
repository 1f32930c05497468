import { timestamp } from '@nimbo/kernel/clock'
import { bumpGeneration, type Db, inventoriesOf, usagesOf } from '../db/providers.ts'
import type { ConsumerRow } from '../db/tables.ts'
import { codes, errors } from '../errors.ts'
import type { PlacementApp } from './app.ts'

/** All that one consumer shall hold from now on; nothing at all gives everything back. */
export interface WantedAllocations {
  readonly consumer: string
  readonly projectId: string
  readonly userId: string
  readonly consumerType: string | null
  /** The generation the caller has seen: null for a consumer that does not exist yet, undefined where the caller does not say. */
  readonly generation: number | null | undefined
  /** Amounts by class by provider. */
  readonly providers: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/**
 * Replaces what consumers hold, all of it or none: one transaction. A claim that would pass a provider's capacity or that
 * loses a race of generations is a conflict.
 */
export const setAllocations =
  (app: PlacementApp) =>
  (wanted: readonly WantedAllocations[]): Promise<void> =>
    app.db.transaction().execute(async (trx) => {
      for (const one of wanted) await replaceConsumer(trx, one, timestamp(app.clock))
      await checkCapacity(trx, wanted, timestamp(app.clock))
    })

const replaceConsumer = async (trx: Db, wanted: WantedAllocations, now: string): Promise<void> => {
  const existing = await trx
    .selectFrom('consumers')
    .selectAll()
    .where('id', '=', wanted.consumer)
    .executeTakeFirst()
  if (wanted.generation !== undefined && (existing?.generation ?? null) !== wanted.generation) {
    throw errors.ConcurrentUpdate({ what: `consumer ${wanted.consumer}`, code: codes.concurrentUpdate })
  }
  await trx.deleteFrom('allocations').where('consumer_id', '=', wanted.consumer).execute()
  const rows = Object.entries(wanted.providers).flatMap(([provider_id, resources]) =>
    Object.entries(resources).map(([resource_class, used]) => ({
      consumer_id: wanted.consumer,
      provider_id,
      resource_class,
      used,
    })),
  )
  if (rows.length === 0) {
    await trx.deleteFrom('consumers').where('id', '=', wanted.consumer).execute()
    return
  }
  await saveConsumer(trx, wanted, existing, now)
  await requireProviders(trx, Object.keys(wanted.providers))
  await trx.insertInto('allocations').values(rows).execute()
}

const saveConsumer = async (
  trx: Db,
  wanted: WantedAllocations,
  existing: ConsumerRow | undefined,
  now: string,
): Promise<void> => {
  const owner = {
    project_id: wanted.projectId,
    user_id: wanted.userId,
    consumer_type: wanted.consumerType,
    updated_at: now,
  }
  if (existing) {
    await trx
      .updateTable('consumers')
      .set({ ...owner, generation: existing.generation + 1 })
      .where('id', '=', wanted.consumer)
      .execute()
  } else
    await trx
      .insertInto('consumers')
      .values({ id: wanted.consumer, ...owner, generation: 1, created_at: now })
      .execute()
}

const requireProviders = async (trx: Db, ids: readonly string[]): Promise<void> => {
  const found = await trx.selectFrom('resource_providers').select('id').where('id', 'in', ids).execute()
  const missing = ids.find((id) => !found.some((row) => row.id === id))
  if (missing !== undefined) {
    throw errors.Invalid({ reason: `Allocation for resource provider '${missing}' that does not exist.` })
  }
}

/** Judges the whole of a change once it is written, so that moves between consumers count once. */
const checkCapacity = async (trx: Db, wanted: readonly WantedAllocations[], now: string): Promise<void> => {
  const ids = [...new Set(wanted.flatMap(({ providers }) => Object.keys(providers)))]
  const inventories = await inventoriesOf(trx, ids)
  const usages = await usagesOf(trx, ids)
  for (const { providers } of wanted) {
    for (const [uuid, resources] of Object.entries(providers)) {
      for (const [resourceClass, amount] of Object.entries(resources)) {
        const inventory = inventories.find(
          (row) => row.provider_id === uuid && row.resource_class === resourceClass,
        )
        if (
          !inventory ||
          amount < inventory.min_unit ||
          amount > inventory.max_unit ||
          amount % inventory.step_size !== 0
        ) {
          throw errors.ConstraintViolated({ uuid, resourceClass })
        }
        const used =
          usages.find((row) => row.provider_id === uuid && row.resource_class === resourceClass)?.used ?? 0
        if (Number(used) > (inventory.total - inventory.reserved) * inventory.allocation_ratio) {
          throw errors.OverCapacity({ uuid, resourceClass })
        }
      }
    }
  }
  const touched = await trx
    .selectFrom('resource_providers')
    .selectAll()
    .where('id', 'in', ids.length > 0 ? ids : [''])
    .execute()
  for (const provider of touched) await bumpGeneration(trx, provider, provider.generation, now)
}
