import * as operations from '@nimbo/contracts/placement/aggregates'
import { type ProviderAggregates, replaceAggregates, showAggregates } from '../app/aggregates.ts'
import { fresh } from './fresh.ts'
import { handle } from './handle.ts'

const view = ({ provider, aggregates }: ProviderAggregates) => ({
  aggregates: [...aggregates],
  resource_provider_generation: provider.generation,
})

const list = handle(operations.listAggregates, async (call) => {
  const shown = await showAggregates(call.app)(call.params.uuid)
  return fresh(call, view(shown), shown.provider.updated_at)
})

const replace = handle(
  operations.replaceAggregates,
  async (call) => {
    const { resource_provider_generation: generation, aggregates } = call.body
    const shown = await replaceAggregates(call.app)(call.params.uuid, generation, aggregates)
    return fresh(call, view(shown), shown.provider.updated_at)
  },
  { lift: [['1.19', (aggregates: readonly string[]) => ({ aggregates })]] },
)

export const aggregates = [list, replace]
