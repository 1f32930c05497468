import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import { bumpGeneration, needProvider, type Provider, touchProvider } from '../db/providers.ts'
import { codes, errors } from '../errors.ts'
import type { PlacementApp } from './app.ts'

export interface ProviderAggregates {
  readonly provider: Provider
  readonly aggregates: readonly string[]
}

const mostAggregates = 10_000

export const showAggregates =
  ({ db }: PlacementApp) =>
  async (id: string): Promise<ProviderAggregates> => {
    const provider = await needProvider(db, id)
    const rows = await db
      .selectFrom('provider_aggregates')
      .select('aggregate_id')
      .where('provider_id', '=', id)
      .orderBy('aggregate_id')
      .limit(mostAggregates)
      .execute()
    return { provider, aggregates: rows.map(({ aggregate_id }) => aggregate_id) }
  }

/**
 * Replaces a provider's aggregates. Checks and increments the generation if the client sends one, which clients do since 1.19.
 */
export const replaceAggregates =
  (app: PlacementApp) =>
  (id: string, generation: number | undefined, aggregates: readonly string[]): Promise<ProviderAggregates> =>
    inTransaction(app.db, async (trx) => {
      const provider = await needProvider(trx, id)
      if (generation !== undefined && provider.generation !== generation)
        throw errors.GenerationChanged({ code: codes.concurrentUpdate })
      const now = timestamp(app.clock)
      const changed =
        generation === undefined
          ? await touchProvider(trx, provider, now)
          : await bumpGeneration(trx, provider, generation, now)
      await trx.deleteFrom('provider_aggregates').where('provider_id', '=', id).execute()
      if (aggregates.length > 0) {
        const rows = aggregates.map((aggregate_id) => ({ provider_id: id, aggregate_id }))
        await trx.insertInto('provider_aggregates').values(rows).execute()
      }
      return { provider: changed, aggregates: aggregates.toSorted() }
    })
