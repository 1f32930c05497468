import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import {
  bumpGeneration,
  type Db,
  findProviders,
  inventoriesOf,
  type Provider,
  usagesOf,
} from '../db/providers.ts'
import type { ConsumerRow, InventoryRow } from '../db/tables.ts'
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
    inTransaction(app.db, (trx) => writeAllocations(trx, wanted, timestamp(app.clock)))

/** The same as a part of a greater change. */
export const writeAllocations = async (
  trx: Db,
  wanted: readonly WantedAllocations[],
  now: string,
): Promise<void> => {
  // Read before anything is judged: whoever changes one of them meanwhile makes this change fail, on every database.
  const touched = await touchedProviders(trx, wanted)
  for (const one of wanted) await replaceConsumer(trx, one, now)
  await checkCapacity(trx, wanted)
  for (const provider of touched) await bumpGeneration(trx, provider, provider.generation, now)
}

/** The providers from which something is taken, or to which it is given back. */
const touchedProviders = async (trx: Db, wanted: readonly WantedAllocations[]): Promise<Provider[]> => {
  const held = await trx
    .selectFrom('allocations')
    .select('provider_id')
    .distinct()
    .where(
      'consumer_id',
      'in',
      wanted.map(({ consumer }) => consumer),
    )
    .execute()
  const taken = [...new Set(wanted.flatMap(({ providers }) => Object.keys(providers)))]
  const touched = await findProviders(trx, [
    ...new Set([...taken, ...held.map(({ provider_id }) => provider_id)]),
  ])
  const missing = taken.find((id) => !touched.some((provider) => provider.id === id))
  if (missing !== undefined) {
    throw errors.Invalid({ reason: `Allocation for resource provider '${missing}' that does not exist.` })
  }
  return touched
}

const changedMeanwhile = (consumer: string) =>
  errors.ConcurrentUpdate({ what: `consumer ${consumer}`, code: codes.concurrentUpdate })

const replaceConsumer = async (trx: Db, wanted: WantedAllocations, now: string): Promise<void> => {
  const existing = await trx
    .selectFrom('consumers')
    .selectAll()
    .where('id', '=', wanted.consumer)
    .executeTakeFirst()
  if (wanted.generation !== undefined && (existing?.generation ?? null) !== wanted.generation) {
    throw changedMeanwhile(wanted.consumer)
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
  if (!(await saveConsumer(trx, wanted, existing, now))) throw changedMeanwhile(wanted.consumer)
  await trx.insertInto('allocations').values(rows).execute()
}

/** False when someone else has made or changed the consumer since `existing` was read. */
const saveConsumer = async (
  trx: Db,
  wanted: WantedAllocations,
  existing: ConsumerRow | undefined,
  now: string,
): Promise<boolean> => {
  const owner = {
    project_id: wanted.projectId,
    user_id: wanted.userId,
    // Callers of versions without types do not mean to take one away.
    consumer_type: wanted.consumerType ?? existing?.consumer_type ?? null,
    updated_at: now,
  }
  if (!existing) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('consumers')
      .values({ id: wanted.consumer, ...owner, generation: 1, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await trx
    .updateTable('consumers')
    .set({ ...owner, generation: existing.generation + 1 })
    .where('id', '=', wanted.consumer)
    .where('generation', '=', existing.generation)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Judges the whole of a change once it is written, so that moves between consumers count once. */
const checkCapacity = async (trx: Db, wanted: readonly WantedAllocations[]): Promise<void> => {
  const ids = [...new Set(wanted.flatMap(({ providers }) => Object.keys(providers)))]
  const inventories = await inventoriesOf(trx, ids)
  const usages = await usagesOf(trx, ids)
  for (const { providers } of wanted) {
    for (const [uuid, resources] of Object.entries(providers)) {
      for (const [resourceClass, amount] of Object.entries(resources)) {
        const isOfClass = (row: { provider_id: string; resource_class: string }): boolean =>
          row.provider_id === uuid && row.resource_class === resourceClass
        const inventory = inventories.find(isOfClass)
        if (!inventory || !keepsUnits(inventory, amount)) {
          throw errors.ConstraintViolated({ uuid, resourceClass })
        }
        const used = Number(usages.find(isOfClass)?.used ?? 0)
        if (used > (inventory.total - inventory.reserved) * inventory.allocation_ratio) {
          throw errors.OverCapacity({ uuid, resourceClass })
        }
      }
    }
  }
}

const keepsUnits = ({ min_unit, max_unit, step_size }: InventoryRow, amount: number): boolean =>
  amount >= min_unit && amount <= max_unit && amount % step_size === 0
