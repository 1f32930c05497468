import { showProviderUsages, showUsages } from '@nimbo/contracts/placement/usages'
import { microversion } from '@nimbo/operation/microversion'
import { providerUsages, type TypedUsage, tenantUsages } from '../app/usages.ts'
import { fresh } from './fresh.ts'
import { handle } from './handle.ts'

const byType = microversion('1.38')

const plainView = (usages: readonly TypedUsage[]) => {
  const sums: Record<string, number> = {}
  for (const { resourceClass, used } of usages) sums[resourceClass] = (sums[resourceClass] ?? 0) + used
  return sums
}

const typedView = (usages: readonly TypedUsage[]) => {
  const view: Record<string, Record<string, number>> = {}
  for (const { consumerType, consumers, resourceClass, used } of usages) {
    view[consumerType] = { ...view[consumerType], [resourceClass]: used, consumer_count: consumers }
  }
  return view
}

const ofProvider = handle(showProviderUsages, async (call) => {
  const { provider, usages } = await providerUsages(call.app)(call.params.uuid)
  return fresh(call, { resource_provider_generation: provider.generation, usages }, provider.updated_at)
})

const ofProject = handle(
  showUsages,
  async (call) => {
    const { project_id, user_id, consumer_type } = call.query
    const usages = await tenantUsages(call.app)(project_id, user_id, consumer_type)
    return fresh(call, { usages: call.version >= byType ? typedView(usages) : plainView(usages) })
  },
  { given: ({ query: { project_id } }) => ({ project_id }) },
)

export const usages = [ofProvider, ofProject]
