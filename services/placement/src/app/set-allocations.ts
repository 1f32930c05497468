import { allOrNone } from '@nimbo/db/all-or-none'
import { timestamp } from '@nimbo/kernel/clock'
import type { Fault } from '@nimbo/kernel/errors'
import { deleteAllocations, deleteConsumer, insertAllocations, insertConsumer } from '../db/allocations.ts'
import { type Db, usedInventoriesOf } from '../db/providers.ts'
import type { ConsumerRow, InventoryRow } from '../db/tables.ts'
import { providersHeldBy, takeConsumers, takeProviders } from '../db/taken-rows.ts'
import { codes, errors } from '../errors.ts'
import type { PlacementApp } from './app.ts'
import { unknownResourceClass } from './known-names.ts'

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
    allOrNone(app.db, (trx) => writeAllocations(trx, wanted, timestamp(app.clock)))

/** The same as a part of a greater change. */
export const writeAllocations = async (
  trx: Db,
  wanted: readonly WantedAllocations[],
  now: string,
): Promise<void> => {
  // Whoever changes what a provider has, or what is held of it, takes its row before capacity is judged, so nothing that is
  // judged can change meanwhile; and takes it late, since all who claim on a host wait for it.
  const consumers = await takeConsumers(
    trx,
    wanted.filter((one) => !isNew(one)).map(({ consumer }) => consumer),
  )
  const held = await providersHeldBy(
    trx,
    consumers.map(({ id }) => id),
  )
  for (const one of wanted) {
    const existing = consumers.find(({ id }) => id === one.consumer)
    await replaceConsumer(trx, one, existing, now)
  }
  const wantedOf = wanted.flatMap(({ providers }) => Object.keys(providers))
  const taken = await takeProviders(trx, [...wantedOf, ...held], now)
  const missing = wantedOf.find((id) => !taken.has(id))
  if (missing !== undefined) {
    throw errors.Invalid({ reason: `Allocation for resource provider '${missing}' that does not exist.` })
  }
  const rows = wanted.flatMap(allocationsOf)
  if (rows.length > 0) await insertAllocations(trx, { rows })
  await checkCapacity(trx, wanted)
}

/** Said not to exist yet, and to be made: that it does after all shows when it is made. */
const isNew = (wanted: WantedAllocations): boolean =>
  wanted.generation === null && allocationsOf(wanted).length > 0

const consumerChanged = ({ generation }: WantedAllocations, now: ConsumerRow | undefined) =>
  errors.ConsumerChanged({
    expected: now?.generation ?? null,
    given: generation ?? null,
    code: codes.concurrentUpdate,
  })

const allocationsOf = ({ consumer, providers }: WantedAllocations) =>
  Object.entries(providers).flatMap(([provider_id, resources]) =>
    Object.entries(resources).map(([resource_class, used]) => ({
      consumer_id: consumer,
      provider_id,
      resource_class,
      used,
    })),
  )

/** Takes from the consumer what it holds; it stays, and is made, only to hold something again. */
const replaceConsumer = async (
  trx: Db,
  wanted: WantedAllocations,
  existing: ConsumerRow | undefined,
  now: string,
): Promise<void> => {
  if (wanted.generation !== undefined && (existing?.generation ?? null) !== wanted.generation) {
    throw consumerChanged(wanted, existing)
  }
  if (existing) await deleteAllocations(trx, { consumerId: existing.id })
  if (allocationsOf(wanted).length === 0) {
    if (existing) await deleteConsumer(trx, { consumerId: existing.id })
    return
  }
  if (await saveConsumer(trx, wanted, existing, now)) return
  const [present] = await takeConsumers(trx, [wanted.consumer])
  throw consumerChanged(wanted, present)
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
    const row = { id: wanted.consumer, ...owner, generation: 1, created_at: now }
    return (await insertConsumer(trx, { row })) === 1
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
  const inventories = await usedInventoriesOf(trx, ids)
  for (const { consumer, providers } of wanted) {
    for (const [uuid, resources] of Object.entries(providers)) {
      for (const [resourceClass, amount] of Object.entries(resources)) {
        const inventory = inventories.find(
          (row) => row.provider_id === uuid && row.resource_class === resourceClass,
        )
        if (!inventory) throw await withoutInventory(trx, { consumer, uuid, resourceClass })
        if (!keepsUnits(inventory, amount)) {
          throw errors.ConstraintViolated({ uuid, resourceClass })
        }
        if (Number(inventory.used) > (inventory.total - inventory.reserved) * inventory.allocation_ratio) {
          throw errors.OverCapacity({ uuid, resourceClass })
        }
      }
    }
  }
}

/** Why nothing can be held of that class. */
const withoutInventory = async (
  trx: Db,
  { consumer, uuid, resourceClass }: { consumer: string; uuid: string; resourceClass: string },
): Promise<Fault> =>
  (await unknownResourceClass(trx, [resourceClass]))
    ? errors.Invalid({
        reason: `Unable to allocate inventory for consumer ${consumer}: No such resource class ${resourceClass}.`,
      })
    : errors.NoSuchInventory({ uuid, resourceClass })

const keepsUnits = ({ min_unit, max_unit, step_size }: InventoryRow, amount: number): boolean =>
  amount >= min_unit && amount <= max_unit && amount % step_size === 0
