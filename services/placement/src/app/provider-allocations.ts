import { findProvider, type Provider } from '../db/providers.ts'
import { errors } from '../errors.ts'
import type { PlacementApp } from './app.ts'

export interface ProviderAllocations {
  readonly provider: Provider
  readonly consumers: readonly {
    readonly id: string
    readonly generation: number
    readonly resources: Readonly<Record<string, number>>
  }[]
}

const mostRows = 100_000

/** The allocations on one provider. */
export const providerAllocations =
  ({ db }: PlacementApp) =>
  async (providerId: string): Promise<ProviderAllocations> => {
    const provider = await findProvider(db, providerId)
    if (!provider) throw errors.NoProviderOfAllocations({ uuid: providerId })
    const rows = await db
      .selectFrom('allocations as a')
      .innerJoin('consumers as c', 'c.id', 'a.consumer_id')
      .select(['c.id', 'c.generation', 'a.resource_class', 'a.used'])
      .where('a.provider_id', '=', providerId)
      .orderBy('c.id')
      .limit(mostRows)
      .execute()
    const consumers = [...Map.groupBy(rows, ({ id }) => id)].map(([id, held]) => ({
      id,
      generation: held[0]?.generation ?? 0,
      resources: Object.fromEntries(held.map(({ resource_class, used }) => [resource_class, used])),
    }))
    return { provider, consumers }
  }
