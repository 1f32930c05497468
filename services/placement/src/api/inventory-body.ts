import { type Static, Type } from 'typebox'
import type { Inventory, WantedInventories } from '../app/write-inventories.ts'

const largest = 2_147_483_647
const whole = (minimum: number) => Type.Integer({ minimum, maximum: largest })

/** What an inventory of one class can say; all but the total has a default. */
export const properties = {
  total: whole(1),
  reserved: Type.Optional(whole(0)),
  min_unit: Type.Optional(whole(1)),
  max_unit: Type.Optional(whole(1)),
  step_size: Type.Optional(whole(1)),
  allocation_ratio: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 3.4e38 })),
}
export const generation = { resource_provider_generation: Type.Integer() }
export const className = '^[A-Z0-9_]+$'

const inventoryBody = Type.Object(properties, { additionalProperties: false })

/** All inventories of a provider, and the generation they are meant for. */
export const inventoriesBody = Type.Object(
  {
    ...generation,
    inventories: Type.Record(Type.String({ pattern: className }), inventoryBody, {
      additionalProperties: false,
    }),
  },
  { additionalProperties: false },
)

export const withDefaults = (given: Static<typeof inventoryBody>): Inventory => ({
  total: given.total,
  reserved: given.reserved ?? 0,
  min_unit: given.min_unit ?? 1,
  max_unit: given.max_unit ?? largest,
  step_size: given.step_size ?? 1,
  allocation_ratio: given.allocation_ratio ?? 1,
})

/** A body in the form the use cases take. */
export const wantedInventories = (body: Static<typeof inventoriesBody>): WantedInventories => ({
  generation: body.resource_provider_generation,
  inventories: Object.fromEntries(
    Object.entries(body.inventories).map(([name, one]) => [name, withDefaults(one)]),
  ),
})
