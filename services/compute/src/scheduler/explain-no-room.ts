import type { AllocationCandidates, PlacementClient, ProviderSummary } from '@nimbo/clients/placement'
import type { Context } from '@nimbo/kernel/context'
import type { FilterOutcome } from '../domain/scheduling/explanations/decision.ts'
import type { HostState } from '../domain/scheduling/host-state.ts'
import { type Demand, whyNoRoom } from '../domain/scheduling/explanations/why-no-room.ts'

interface Deps {
  readonly placement: Pick<PlacementClient, 'candidates'>
  readonly states: (candidates: AllocationCandidates) => Promise<readonly HostState[]>
  readonly limit: number
}

/** The maximum of hosts in a record. */
const mostKept = 100

const rootsOf = ({ provider_summaries }: AllocationCandidates): ReadonlySet<string> =>
  new Set(Object.values(provider_summaries).map(({ root_provider_uuid }) => root_provider_uuid))

/**
 * Explains why placement returned no candidates: queries it for each requirement alone, so the number of queries does not depend
 * on the number of hosts. Hosts without any free resources are not named.
 */
export const explainNoRoom =
  ({ placement, states, limit }: Deps) =>
  async (ctx: Context, demand: Demand & { readonly memberOf: readonly string[] }): Promise<FilterOutcome> => {
    const classes = Object.entries(demand.resources)
    const ask = (resourceClass: string, amount: number, memberOf: readonly string[] = []) =>
      placement.candidates(ctx, {
        ...{ resources: `${resourceClass}:${amount}`, limit },
        ...(memberOf.length === 0 ? {} : { member_of: [...memberOf] }),
      })
    const some: AllocationCandidates[] = []
    const enough = new Map<string, ReadonlySet<string>>()
    const inside = new Set<string>()
    for (const [resourceClass, amount] of classes) {
      const withAny = await ask(resourceClass, 1)
      some.push(withAny)
      enough.set(resourceClass, rootsOf(amount === 1 ? withAny : await ask(resourceClass, amount)))
      const members = demand.memberOf.length === 0 ? withAny : await ask(resourceClass, 1, demand.memberOf)
      for (const root of rootsOf(members)) inside.add(root)
    }
    const provider_summaries: Readonly<Record<string, ProviderSummary>> = Object.assign(
      {},
      ...some.map((one) => one.provider_summaries),
    )
    const ofRoot = Map.groupBy(Object.values(provider_summaries), (one) => one.root_provider_uuid)
    const known = await states({ allocation_requests: [], provider_summaries })
    const refused = known.slice(0, mostKept).map(({ host, node, nodeId }) => ({
      host,
      node,
      reason: whyNoRoom(demand, {
        nodeId,
        summaries: ofRoot.get(nodeId) ?? [],
        enough: new Set(classes.flatMap(([name]) => (enough.get(name)?.has(nodeId) ? [name] : []))),
        inAggregates: inside.has(nodeId),
      }),
    }))
    return { filter: 'Placement', left: 0, refused }
  }
