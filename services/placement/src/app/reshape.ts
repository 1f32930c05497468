import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import { findProviders } from '../db/providers.ts'
import { codes, errors, saidAgain } from '../errors.ts'
import type { PlacementApp } from './app.ts'
import { type WantedAllocations, writeAllocations } from './set-allocations.ts'
import { refuseInUse, type WantedInventories, writeInventories } from './write-inventories.ts'

/** New inventories of providers and allocations of consumers. */
export interface Reshape {
  /** The new inventories by provider. */
  readonly inventories: Readonly<Record<string, WantedInventories>>
  readonly allocations: readonly WantedAllocations[]
}

/**
 * Moves inventories between providers together with their allocations, in one transaction. Inventory in use may only be removed
 * if the same request moves its allocations.
 */
export const reshape =
  (app: PlacementApp) =>
  ({ inventories, allocations }: Reshape): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      const now = timestamp(app.clock)
      // Locked in order of id, like allocations, so that concurrent requests cannot deadlock.
      const wanted = Object.entries(inventories).sort(([one], [other]) => (one < other ? -1 : 1))
      const providers = await findProviders(trx, Object.keys(inventories))
      for (const [id, ofProvider] of wanted) {
        const provider = providers.find((one) => one.id === id)
        if (!provider) {
          throw errors.Invalid({
            reason: `Resource provider ${id} in inventories not found${saidAgain(': ', id)}`,
            code: codes.providerNotFound,
          })
        }
        const { generation: actual } = provider
        if (actual !== ofProvider.generation)
          throw errors.OtherGeneration({
            uuid: id,
            actual,
            given: ofProvider.generation,
            code: codes.concurrentUpdate,
          })
        await writeInventories(trx, provider, ofProvider, now)
      }
      if (allocations.length > 0) await writeAllocations(trx, allocations, now)
      for (const [id, ofProvider] of wanted) {
        await refuseInUse(trx, { id, kept: Object.keys(ofProvider.inventories), during: 'update conflict: ' })
      }
    })
