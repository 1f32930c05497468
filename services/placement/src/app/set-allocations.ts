import { mostOfAnything } from '@nimbo/contracts/placement/inventories'
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

/** The new allocations of a consumer; empty to delete them. */
export interface WantedAllocations {
  readonly consumer: string
  readonly projectId: string
  readonly userId: string
  readonly consumerType: string | null
  /** The expected generation: null for a new consumer, undefined for no check. */
  readonly generation: number | null | undefined
  /** Amounts by provider and class. */
  readonly providers: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/**
 * Replaces allocations of consumers in one transaction. Exceeding a provider's capacity, or a changed generation, is a conflict.
 */
export const setAllocations =
  (app: PlacementApp) =>
  (wanted: readonly WantedAllocations[]): Promise<void> =>
    allOrNone(app.db, (trx) => writeAllocations(trx, wanted, timestamp(app.clock)))

/** Like {@link setAllocations}, within the caller's transaction. */
export const writeAllocations = async (
  trx: Db,
  wanted: readonly WantedAllocations[],
  now: string,
): Promise<void> => {
  // Every change of a provider's inventory or allocations locks its row before capacity is checked, so nothing checked can change
  // meanwhile. It is locked late, because all claims on a host wait for it.
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
  // More than any inventory allows at once, and than the column can hold.
  const beyond = rows.find(({ used }) => used > mostOfAnything)
  if (beyond)
    throw errors.ConstraintViolated({ uuid: beyond.provider_id, resourceClass: beyond.resource_class })
  if (rows.length > 0) await insertAllocations(trx, { rows })
  await checkCapacity(trx, wanted)
}

/** Whether the client expects that the consumer does not exist yet; if it does, inserting it fails. */
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

/** Deletes a consumer's allocations; the consumer is created or kept only if it gets new ones. */
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

/** Creates or updates the consumer; false when another request created or changed it after `existing` was read. */
const saveConsumer = async (
  trx: Db,
  wanted: WantedAllocations,
  existing: ConsumerRow | undefined,
  now: string,
): Promise<boolean> => {
  const owner = {
    project_id: wanted.projectId,
    user_id: wanted.userId,
    // Requests of versions without consumer types keep the existing type.
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

/** Checks the complete change after writing, so that moves between consumers do not count twice. */
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

/** Why an allocation of a class without inventory is refused. */
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
