import { showProviderUsages, showUsages } from '@nimbo/contracts/placement/usages'
import { microversion } from '@nimbo/operation/microversion'
import { providerUsages, type TypedUsage, tenantUsages } from '../../app/usages.ts'
import { fresh } from '../fresh.ts'
import { handle } from '../handle.ts'

const byType = microversion('1.38')

/** The sum over all consumer types. */
const summed = (usages: readonly TypedUsage[]): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const { used } of usages)
    for (const [name, amount] of Object.entries(used)) sums[name] = (sums[name] ?? 0) + amount
  return sums
}

const typedView = (usages: readonly TypedUsage[], asked: string | undefined) => {
  const view: Record<string, Record<string, number>> = {}
  if (asked === 'all') {
    const consumer_count = usages.reduce((sum, { consumers }) => sum + consumers, 0)
    return consumer_count === 0 ? view : { all: { ...summed(usages), consumer_count } }
  }
  for (const { consumerType, consumers, used } of usages)
    view[consumerType] = { ...used, consumer_count: consumers }
  return view
}

const ofProvider = handle(showProviderUsages, async (call) => {
  const { provider, usages } = await providerUsages(call.app)(call.params.uuid)
  return fresh(call, { resource_provider_generation: provider.generation, usages }, provider.updated_at)
})

const ofProject = handle(
  showUsages,
  async (call) => {
    const { project_id: projectId, user_id: userId, consumer_type: consumerType } = call.query
    const usages = await tenantUsages(call.app)({ projectId, userId, consumerType })
    const view = call.version >= byType ? typedView(usages, consumerType) : summed(usages)
    return fresh(call, { usages: view })
  },
  { given: ({ query: { project_id } }) => ({ project_id }) },
)

export const usages = [ofProvider, ofProject]
