import {
  type InventoriesBody,
  type InventoryBody,
  mostOfAnything,
} from '@nimbo/contracts/placement/inventories'
import type { Inventory, WantedInventories } from '../app/write-inventories.ts'

/** An inventory with what a body left out. */
export const withDefaults = (given: InventoryBody): Inventory => ({
  total: given.total,
  reserved: given.reserved ?? 0,
  min_unit: given.min_unit ?? 1,
  max_unit: given.max_unit ?? mostOfAnything,
  step_size: given.step_size ?? 1,
  allocation_ratio: given.allocation_ratio ?? 1,
})

/** A body in the form the use cases take. */
export const wantedInventories = (body: InventoriesBody): WantedInventories => ({
  generation: body.resource_provider_generation,
  inventories: Object.fromEntries(
    Object.entries(body.inventories).map(([name, one]) => [name, withDefaults(one)]),
  ),
})
