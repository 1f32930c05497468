import { timestamp } from '@nimbo/kernel/clock'
import {
  bumpGeneration,
  type Db,
  inventoriesOf,
  needProvider,
  type Provider,
  usagesOf,
} from '../db/providers.ts'
import type { InventoryRow } from '../db/tables.ts'
import { codes, errors } from '../errors.ts'
import type { PlacementApp } from './app.ts'
import { unknownResourceClass } from './known-names.ts'

export type Inventory = Omit<InventoryRow, 'provider_id' | 'resource_class'>

export interface ProviderInventories {
  readonly provider: Provider
  readonly inventories: readonly InventoryRow[]
}

export const showInventories =
  ({ db }: PlacementApp) =>
  async (id: string): Promise<ProviderInventories> => {
    const provider = await needProvider(db, id)
    return { provider, inventories: await inventoriesOf(db, [id]) }
  }

/** Classes an inventory change would take away while something is allocated from them. */
const refuseInUse = async (trx: Db, id: string, kept: readonly string[]): Promise<void> => {
  const lost = (await usagesOf(trx, [id])).find(({ resource_class }) => !kept.includes(resource_class))
  if (lost)
    throw errors.InventoryInUse({ uuid: id, resourceClass: lost.resource_class, code: codes.inventoryInUse })
}

/** Makes `inventories` all that the provider has, given that it is still of `generation`. */
export const replaceInventories =
  (app: PlacementApp) =>
  (
    id: string,
    generation: number,
    inventories: Readonly<Record<string, Inventory>>,
  ): Promise<ProviderInventories> =>
    app.db.transaction().execute(async (trx) => {
      const provider = await needProvider(trx, id)
      const classes = Object.keys(inventories)
      const unknown = await unknownResourceClass(trx, classes)
      if (unknown)
        throw errors.Invalid({
          reason: `Unknown resource class in inventory for resource provider ${id}: No such resource class ${unknown}.`,
        })
      await refuseInUse(trx, id, classes)
      const rows = classes.flatMap((resource_class) => {
        const inventory = inventories[resource_class]
        return inventory ? [{ provider_id: id, resource_class, ...inventory }] : []
      })
      for (const row of rows) refuseOverReserved(row)
      const changed = await bumpGeneration(trx, provider, generation, timestamp(app.clock))
      await trx.deleteFrom('inventories').where('provider_id', '=', id).execute()
      if (rows.length > 0) await trx.insertInto('inventories').values(rows).execute()
      return { provider: changed, inventories: rows }
    })

/** Puts one class in place, leaving the others; `mustBe` tells creating from updating. */
export const putInventory =
  (app: PlacementApp) =>
  async (
    id: string,
    resourceClass: string,
    generation: number,
    inventory: Inventory,
    mustBe: 'new' | 'old',
  ): Promise<ProviderInventories> => {
    const { inventories } = await showInventories(app)(id)
    const exists = inventories.some(({ resource_class }) => resource_class === resourceClass)
    if (mustBe === 'old' && !exists) {
      throw errors.Invalid({
        reason: `No inventory record with resource class: ${resourceClass} for resource provider ${id}`,
      })
    }
    if (mustBe === 'new' && exists)
      throw errors.ConcurrentUpdate({ what: 'inventory', code: codes.undefined })
    const others = inventories.map(({ provider_id: _, resource_class, ...rest }): [string, Inventory] => [
      resource_class,
      rest,
    ])
    return replaceInventories(app)(id, generation, {
      ...Object.fromEntries(others),
      [resourceClass]: inventory,
    })
  }

/** Takes one class away, or all. */
export const removeInventories =
  (app: PlacementApp) =>
  (id: string, resourceClass?: string): Promise<void> =>
    app.db.transaction().execute(async (trx) => {
      const provider = await needProvider(trx, id)
      const inventories = await inventoriesOf(trx, [id])
      const going = inventories
        .map((row) => row.resource_class)
        .filter((name) => resourceClass === undefined || name === resourceClass)
      if (resourceClass !== undefined && going.length === 0)
        throw errors.InventoryNotFound({ uuid: id, resourceClass })
      await refuseInUse(
        trx,
        id,
        inventories.map((row) => row.resource_class).filter((name) => !going.includes(name)),
      )
      if (going.length > 0)
        await trx
          .deleteFrom('inventories')
          .where('provider_id', '=', id)
          .where('resource_class', 'in', going)
          .execute()
      await bumpGeneration(trx, provider, provider.generation, timestamp(app.clock))
    })

const refuseOverReserved = ({ provider_id, resource_class, reserved, total }: InventoryRow): void => {
  if (reserved <= total) return
  throw errors.Invalid({
    reason: `Unable to update inventory for resource provider ${provider_id}: Invalid inventory for '${resource_class}' on resource provider '${provider_id}'. The reserved value is greater than total.`,
  })
}
