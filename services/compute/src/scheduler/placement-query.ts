import { requestedResources, requestedTraits } from '../domain/scheduling/requested-resources.ts'
import type { SchedulingRequest } from '../domain/scheduling/scheduling-request.ts'

/** The query of `GET /allocation_candidates` that a request stands for. */
export const placementQuery = (
  { spec, bootsFromVolume }: SchedulingRequest,
  limit: number,
  {
    onlyProvider,
    memberOf,
  }: {
    /** Id of the one provider to ask about, for a server that is held to a node. */
    readonly onlyProvider?: string
    /** Aggregates that hosts must be in, or must not. */
    readonly memberOf: readonly string[]
  },
): Readonly<Record<string, string | number | string[] | undefined>> => {
  const traits = requestedTraits(spec)
  return {
    resources: Object.entries(requestedResources(spec.flavor, bootsFromVolume))
      .map(([resourceClass, amount]) => `${resourceClass}:${amount}`)
      .join(','),
    limit,
    ...(traits.length === 0 ? {} : { required: traits.join(',') }),
    ...(memberOf.length === 0 ? {} : { member_of: [...memberOf] }),
    ...(onlyProvider === undefined ? {} : { in_tree: onlyProvider }),
  }
}
