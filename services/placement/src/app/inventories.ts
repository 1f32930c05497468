import { allOrNone } from '@nimbo/db/all-or-none'
import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import { bumpGeneration, inventoriesOf, needProvider } from '../db/providers.ts'
import { codes, errors } from '../errors.ts'
import type { PlacementApp } from './app.ts'
import {
  type Inventory,
  type ProviderInventories,
  refuseInUse,
  writeInventories,
} from './write-inventories.ts'

export const showInventories =
  ({ db }: PlacementApp) =>
  async (id: string, unlessThere = ''): Promise<ProviderInventories> => {
    const provider = await needProvider(db, id, unlessThere)
    return { provider, inventories: await inventoriesOf(db, [id]) }
  }

/** Replaces a provider's inventories if its generation matches. */
export const replaceInventories =
  (app: PlacementApp) =>
  (
    id: string,
    generation: number,
    inventories: Readonly<Record<string, Inventory>>,
    isCreation = false,
  ): Promise<ProviderInventories> =>
    allOrNone(app.db, async (trx) => {
      const provider = await needProvider(trx, id)
      const written = await writeInventories(
        trx,
        provider,
        { generation, inventories, isCreation },
        timestamp(app.clock),
      )
      // Checked while the provider's row is locked, so that no allocation can intervene.
      await refuseInUse(trx, { id, kept: Object.keys(inventories), during: 'update conflict: ' })
      return written
    })

/** Sets the inventory of one class; without a generation the current one is used; `mustBe` distinguishes creation from update. */
export const putInventory =
  (app: PlacementApp) =>
  async (
    id: string,
    resourceClass: string,
    generation: number | undefined,
    inventory: Inventory,
    mustBe: 'new' | 'old',
  ): Promise<ProviderInventories> => {
    const { provider, inventories } = await showInventories(app)(id)
    const exists = inventories.some(({ resource_class }) => resource_class === resourceClass)
    if (mustBe === 'old' && !exists) {
      throw errors.Invalid({
        reason: `No inventory record with resource class for resource provider ${id}: No inventory of class ${resourceClass} found.`,
      })
    }
    if (mustBe === 'new' && exists)
      throw errors.InventoryExists({ uuid: id, resourceClass, code: codes.concurrentUpdate })
    const others = inventories.map(({ provider_id: _, resource_class, ...rest }): [string, Inventory] => [
      resource_class,
      rest,
    ])
    const all = { ...Object.fromEntries(others), [resourceClass]: inventory }
    return replaceInventories(app)(id, generation ?? provider.generation, all, mustBe === 'new')
  }

/** OpenStack uses another error code for a conflict when deleting one class. */
const ofOneClass = (resourceClass: string) => ({
  during: `Unable to delete inventory of class ${resourceClass}: `,
  code: codes.concurrentUpdate,
})

/** Deletes one inventory, or all. */
export const removeInventories =
  (app: PlacementApp) =>
  (id: string, resourceClass?: string): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      const provider = await needProvider(trx, id)
      const inventories = await inventoriesOf(trx, [id])
      const going = inventories
        .map((row) => row.resource_class)
        .filter((name) => resourceClass === undefined || name === resourceClass)
      if (resourceClass !== undefined && going.length === 0)
        throw errors.NoInventoryToDelete({ resourceClass })
      await refuseInUse(trx, {
        id,
        kept: inventories.map((row) => row.resource_class).filter((name) => !going.includes(name)),
        ...(resourceClass === undefined ? { during: '' } : ofOneClass(resourceClass)),
      })
      if (going.length > 0)
        await trx
          .deleteFrom('inventories')
          .where('provider_id', '=', id)
          .where('resource_class', 'in', going)
          .execute()
      await bumpGeneration(trx, provider, provider.generation, timestamp(app.clock))
    })
