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

/** The first ways to serve one more port with providers of its server's host; none when too little is free. */
export const portCandidates = async (
  placement: Pick<PlacementClient, 'candidates'>,
  ctx: Context,
  { tree, request }: Wanted,
  limit: number,
): Promise<readonly PortAllocations[]> => {
  const { groups, sameSubtrees } = portGroups([request])
  const { allocation_requests } = await placement.candidates(ctx, {
    ...groupsQuery({ groups, sameSubtrees, policy: 'none' }),
    ...Object.fromEntries(groups.map(({ suffix }) => [`in_tree${suffix}`, tree])),
    limit,
  })
  return allocation_requests.map(({ mappings = {} }) => portAllocationsIn([request], mappings))
}

/** The providers of a server's host that can serve one more port; undefined when too little is free. */
export const portCandidate = async (
  placement: Pick<PlacementClient, 'candidates'>,
  ctx: Context,
  wanted: Wanted,
): Promise<PortAllocations | undefined> => (await portCandidates(placement, ctx, wanted, 1))[0]
