import type { PlacementClient } from '@nimbo/clients/placement'
import type { Context } from '@nimbo/kernel/context'
import {
  type PortAllocations,
  type PortRequest,
  portAllocationsIn,
  portGroups,
} from '../domain/networks/port-requests.ts'
import { groupsQuery } from '../domain/scheduling/groups-query.ts'

interface Wanted {
  /** The root of the host's tree of providers. */
  readonly tree: string
  readonly request: PortRequest
}

/** The providers of a server's host that can serve one more port; undefined when too little is free. */
export const portCandidate = async (
  placement: Pick<PlacementClient, 'candidates'>,
  ctx: Context,
  { tree, request }: Wanted,
): Promise<PortAllocations | undefined> => {
  const { groups, sameSubtrees } = portGroups([request])
  const { allocation_requests } = await placement.candidates(ctx, {
    ...groupsQuery({ groups, sameSubtrees, policy: 'none' }),
    ...Object.fromEntries(groups.map(({ suffix }) => [`in_tree${suffix}`, tree])),
    limit: 1,
  })
  const [first] = allocation_requests
  return first && portAllocationsIn([request], first.mappings ?? {})
}
