import { bumpGeneration, type Db, type Provider, usagesOf } from '../db/providers.ts'
import type { InventoryRow } from '../db/tables.ts'
import { codes, errors } from '../errors.ts'
import { unknownResourceClass } from './known-names.ts'

export type Inventory = Omit<InventoryRow, 'provider_id' | 'resource_class'>

export interface ProviderInventories {
  readonly provider: Provider
  readonly inventories: readonly InventoryRow[]
}

export interface WantedInventories {
  /** The expected generation. */
  readonly generation: number
  readonly inventories: Readonly<Record<string, Inventory>>
  /** Whether a client creates a single inventory, which changes the wording of error messages. */
  readonly isCreation?: boolean
}

/** Replaces a provider's inventories; the caller checks existing allocations. */
export const writeInventories = async (
  trx: Db,
  provider: Provider,
  wanted: WantedInventories,
  now: string,
): Promise<ProviderInventories> => {
  const { id } = provider
  const unknown = await unknownResourceClass(trx, Object.keys(wanted.inventories))
  if (unknown) {
    throw errors.Invalid({
      reason: `${wanted.isCreation ? 'Unable to create' : 'Unknown resource class in'} inventory for resource provider ${id}: No such resource class ${unknown}.`,
    })
  }
  const rows = Object.entries(wanted.inventories).map(([resource_class, inventory]) => ({
    provider_id: id,
    resource_class,
    ...inventory,
  }))
  for (const row of rows) refuseOverReserved(row, wanted.isCreation ? 'create' : 'update')
  const changed = await bumpGeneration(trx, provider, wanted.generation, now)
  await trx.deleteFrom('inventories').where('provider_id', '=', id).execute()
  if (rows.length > 0) await trx.insertInto('inventories').values(rows).execute()
  return { provider: changed, inventories: rows }
}

const refuseOverReserved = (
  { provider_id, resource_class, reserved, total }: InventoryRow,
  verb: 'create' | 'update',
): void => {
  if (reserved <= total) return
  throw errors.Invalid({
    reason: `Unable to ${verb} inventory for resource provider ${provider_id}: Invalid inventory for '${resource_class}' on resource provider '${provider_id}'. The reserved value is greater than total.`,
  })
}

interface Kept {
  readonly id: string
  readonly kept: readonly string[]
  /** The start of the error message. */
  readonly during: string
  readonly code?: string
}

/** Refuses to remove classes that have allocations. */
export const refuseInUse = async (
  trx: Db,
  { id, kept, during, code = codes.inventoryInUse }: Kept,
): Promise<void> => {
  const lost = (await usagesOf(trx, [id]))
    .map(({ resource_class }) => resource_class)
    .filter((name) => !kept.includes(name))
  if (lost.length === 0) return
  const resourceClasses = lost.sort().join(', ')
  throw errors.InventoryInUse({ during, uuid: id, resourceClasses, code })
}
