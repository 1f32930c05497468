import type { AllocationCandidates, PlacementClient } from '@nimbo/clients/placement'
import type { Context } from '@nimbo/kernel/context'
import { withoutPinning } from '../domain/numa/placement-resources.ts'
import { type PlacementDemand, placementQuery } from './placement-query.ts'
import type { SchedulerOptions, WorkaroundOptions } from './scheduler-options.ts'

interface Deps {
  readonly placement: Pick<PlacementClient, 'candidates'>
  readonly options: Pick<SchedulerOptions, 'max_placement_results'> & WorkaroundOptions
}

/**
 * Queries placement for candidates. For pinned servers, a second query finds hosts that offer no `PCPU`, unless that is
 * disabled; candidates with `PCPU` come first.
 */
export const askCandidates =
  ({ placement, options }: Deps) =>
  async (ctx: Context, demand: PlacementDemand): Promise<AllocationCandidates> => {
    const limit = options.max_placement_results
    const found = await placement.candidates(ctx, placementQuery(demand, limit))
    const other = options.disable_fallback_pcpu_query
      ? undefined
      : withoutPinning(demand.resources, demand.traits)
    if (other === undefined) return found
    const more = await placement.candidates(ctx, placementQuery({ ...demand, ...other }, limit))
    // The first query covered hosts with PCPU, and CPUs cannot be pinned to their VCPU.
    const pinsNothing = ([id]: readonly [string, unknown]) =>
      !('PCPU' in (more.provider_summaries[id]?.resources ?? {}))
    const others = more.allocation_requests.filter(({ allocations }) =>
      Object.entries(allocations).every(pinsNothing),
    )
    return {
      allocation_requests: [...found.allocation_requests, ...others],
      provider_summaries: {
        ...Object.fromEntries(Object.entries(more.provider_summaries).filter(pinsNothing)),
        ...found.provider_summaries,
      },
    }
  }
