import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { ConsumerRow } from '../db/tables.ts'
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

/** All that one consumer holds; an unknown consumer holds nothing. */
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

/** Gives back all that a consumer holds. */
export const releaseAllocations =
  ({ db, clock }: PlacementApp) =>
  (consumerId: string): Promise<void> =>
    inTransaction(db, async (trx) => {
      const held = await trx
        .selectFrom('allocations')
        .select('provider_id')
        .distinct()
        .where('consumer_id', '=', consumerId)
        .execute()
      if (held.length === 0) throw errors.NothingAllocated({ consumer: consumerId })
      await trx.deleteFrom('allocations').where('consumer_id', '=', consumerId).execute()
      await trx.deleteFrom('consumers').where('id', '=', consumerId).execute()
      await trx
        .updateTable('resource_providers')
        .set(({ eb }) => ({ generation: eb('generation', '+', 1), updated_at: timestamp(clock) }))
        .where(
          'id',
          'in',
          held.map(({ provider_id }) => provider_id),
        )
        .execute()
    })
