import { allOrNone } from '@nimbo/db/all-or-none'
import { timestamp } from '@nimbo/kernel/clock'
import { deleteAllocations, deleteConsumer } from '../db/allocations.ts'
import type { ConsumerRow } from '../db/tables.ts'
import { providersHeldBy, takeConsumers, takeProviders } from '../db/taken-rows.ts'
import { errors } from '../errors.ts'
import type { PlacementApp } from './app.ts'

export interface ConsumerAllocations {
  readonly consumer: ConsumerRow | undefined
  readonly providers: readonly {
    readonly id: string
    readonly generation: number
    readonly resources: Readonly<Record<string, number>>
  }[]
}

const mostRows = 10_000

/** A consumer's allocations; none for an unknown consumer. */
export const showAllocations =
  ({ db }: PlacementApp) =>
  async (consumerId: string): Promise<ConsumerAllocations> => {
    const consumer = await db
      .selectFrom('consumers')
      .selectAll()
      .where('id', '=', consumerId)
      .executeTakeFirst()
    const rows = await db
      .selectFrom('allocations as a')
      .innerJoin('resource_providers as rp', 'rp.id', 'a.provider_id')
      .select(['rp.id', 'rp.generation', 'a.resource_class', 'a.used'])
      .where('a.consumer_id', '=', consumerId)
      .orderBy('rp.name')
      .limit(mostRows)
      .execute()
    const providers = Map.groupBy(rows, ({ id }) => id)
    return {
      consumer,
      providers: [...providers].map(([id, held]) => ({
        id,
        generation: held[0]?.generation ?? 0,
        resources: Object.fromEntries(held.map(({ resource_class, used }) => [resource_class, used])),
      })),
    }
  }

/** Deletes a consumer's allocations. */
export const releaseAllocations =
  ({ db, clock }: PlacementApp) =>
  (consumerId: string): Promise<void> =>
    allOrNone(db, async (trx) => {
      const [consumer] = await takeConsumers(trx, [consumerId])
      if (!consumer) throw errors.NothingAllocated({ consumer: consumerId })
      await takeProviders(trx, await providersHeldBy(trx, [consumerId]), timestamp(clock))
      await deleteAllocations(trx, { consumerId })
      await deleteConsumer(trx, { consumerId })
    })
