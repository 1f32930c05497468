import type { AllocationCandidates, PlacementClient, ProviderSummary } from '@nimbo/clients/placement'
import type { Context } from '@nimbo/kernel/context'
import type { FilterOutcome } from '../domain/scheduling/explanations/decision.ts'
import type { HostState } from '../domain/scheduling/host-state.ts'
import { disabledBecause } from '../domain/scheduling/filters/compute-filter.ts'
import type { Membership } from '../domain/scheduling/prefilters/aggregate-prefilter.ts'
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
 * Explains why placement returned no candidates: queries it for each requirement alone, so the number of queries does
 * not depend on the number of hosts. Hosts without any free resources are not in the answer.
 */
export const explainNoRoom =
  ({ placement, states, limit }: Deps) =>
  async (
    ctx: Context,
    demand: Demand & { readonly memberOf: readonly Membership[] },
  ): Promise<FilterOutcome> => {
    const classes = Object.entries(demand.resources)
    const ask = (resourceClass: string, amount: number, member_of?: string) =>
      placement.candidates(ctx, {
        ...{ resources: `${resourceClass}:${amount}`, limit },
        ...(member_of === undefined ? {} : { member_of }),
      })
    const some: AllocationCandidates[] = []
    const enough = new Map<string, ReadonlySet<string>>()
    const inside = new Map<string, Set<string>>(
      demand.memberOf.map(({ condition }) => [condition, new Set()]),
    )
    for (const [resourceClass, amount] of classes) {
      const withAny = await ask(resourceClass, 1)
      some.push(withAny)
      enough.set(resourceClass, rootsOf(amount === 1 ? withAny : await ask(resourceClass, amount)))
      for (const [condition, roots] of inside)
        for (const root of rootsOf(await ask(resourceClass, 1, condition))) roots.add(root)
    }
    const provider_summaries: Readonly<Record<string, ProviderSummary>> = Object.assign(
      {},
      ...some.map((one) => one.provider_summaries),
    )
    const ofRoot = Map.groupBy(Object.values(provider_summaries), (one) => one.root_provider_uuid)
    const known = await states({ allocation_requests: [], provider_summaries })
    const refused = known.slice(0, mostKept).map(({ host, node, nodeId, service }) => ({
      host,
      node,
      reason: whyNoRoom(demand, {
        nodeId,
        summaries: ofRoot.get(nodeId) ?? [],
        enough: new Set(classes.flatMap(([name]) => (enough.get(name)?.has(nodeId) ? [name] : []))),
        outside: demand.memberOf
          .filter(({ condition }) => !inside.get(condition)?.has(nodeId))
          .map(({ otherwise }) => otherwise),
        ...(service.disabled ? { disabled: disabledBecause(service) } : {}),
      }),
    }))
    return { filter: 'Placement', left: 0, refused }
  }
