import {
  type InventoriesBody,
  type InventoryBody,
  mostOfAnything,
} from '@nimbo/contracts/placement/inventories'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { Inventory, WantedInventories } from '../app/write-inventories.ts'
import { errors } from '../errors.ts'

/** An inventory with defaults. */
export const withDefaults = (given: InventoryBody): Inventory => ({
  total: given.total,
  reserved: given.reserved ?? 0,
  min_unit: given.min_unit ?? 1,
  max_unit: given.max_unit ?? mostOfAnything,
  step_size: given.step_size ?? 1,
  allocation_ratio: given.allocation_ratio ?? 1,
})

/** Converts a body for the use cases. */
export const wantedInventories = (body: InventoriesBody): WantedInventories => ({
  generation: body.resource_provider_generation,
  inventories: Object.fromEntries(
    Object.entries(body.inventories).map(([name, one]) => [name, withDefaults(one)]),
  ),
})

const allReserved = microversion('1.26')

/** Before 1.26 `reserved` must be less than `total`. */
export const refuseAllReserved = (
  uuid: string,
  inventories: Readonly<Record<string, Inventory>>,
  version: Microversion,
): void => {
  if (version >= allReserved) return
  const full = Object.entries(inventories).find(([, { reserved, total }]) => reserved >= total)
  if (!full) return
  throw errors.Invalid({
    reason: `Unable to update inventory for resource provider ${uuid}: Invalid inventory for '${full[0]}' on resource provider '${uuid}'. The reserved value is greater than or equal to total.`,
  })
}
