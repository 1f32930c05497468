import type { Context } from '@nimbo/kernel/context'
import { everyCell } from '../app/every-cell.ts'
import { aggregates } from '../db/aggregates.ts'
import { computeNodes } from '../db/hosts/compute-nodes.ts'
import { type PortRequest, portGroups } from '../domain/networks/port-requests.ts'
import type { PciRequest } from '../domain/pci/pci-requests.ts'
import type { Demand } from '../domain/scheduling/explanations/why-no-room.ts'
import { pciGroups } from '../domain/pci/placement-groups.ts'
import { flavorGroups } from '../domain/scheduling/flavor-groups.ts'
import { groupsQuery, listedResources } from '../domain/scheduling/groups-query.ts'
import {
  aggregatePrefilter,
  type Membership,
  needsAggregates,
} from '../domain/scheduling/prefilters/aggregate-prefilter.ts'
import { pinnedResources, threadTraits } from '../domain/numa/placement-resources.ts'
import { traitPrefilter } from '../domain/scheduling/prefilters/trait-prefilter.ts'
import { requestedResources, requestedTraits } from '../domain/scheduling/requested-resources.ts'
import type { ResourceGroups } from '../domain/scheduling/resource-groups.ts'
import type { SchedulingRequest } from '../domain/scheduling/scheduling-request.ts'
import type { RequestSpec } from '../domain/servers/request-spec.ts'
import type { HostStatesDeps } from './host-states.ts'
import type { NearNetworks } from '../domain/networks/near-networks.ts'
import type { NetworkDemand } from './network-demand.ts'
import type { SchedulerOptions } from './scheduler-options.ts'

/** The requirements of a placement query. */
export interface PlacementDemand extends Demand, ResourceGroups {
  /** Aggregates that hosts must, or must not, be in. */
  readonly memberOf: readonly Membership[]
  /** The resources that ports request, to find their providers in the candidates. */
  readonly requests: readonly PortRequest[]
  /** The PCI devices that ports need. */
  readonly pciOfPorts: readonly PciRequest[]
  readonly nearNetworks?: NearNetworks
}

type Deps = Pick<HostStatesDeps, 'databases' | 'clock'> & {
  readonly options: SchedulerOptions
  readonly ownersKnown: () => Promise<boolean>
  readonly ofNetworks: (ctx: Context, request: SchedulingRequest) => Promise<NetworkDemand | undefined>
}

/** The aggregate conditions; aggregates are read only if the request or an option depends on them. */
const aggregatesFor = async (
  { databases, clock, options }: Deps,
  { spec }: SchedulingRequest,
): Promise<readonly Membership[] | undefined> =>
  needsAggregates(spec, options)
    ? aggregatePrefilter(await aggregates(databases.api, clock).list(), spec, options)
    : []

/**
 * The requirements of a request; undefined when no host can match. For a server restricted to one node, only that node is
 * queried, since in a large cloud it may not be among the first candidates.
 */
export const placementDemand = async (
  deps: Deps,
  ctx: Context,
  request: SchedulingRequest,
): Promise<PlacementDemand | undefined> => {
  const { databases, clock } = deps
  const { spec, bootsFromVolume, numaTopology } = request
  const [wantedHost, wantedNode] = [
    spec.forcedHost ?? spec.requestedHost,
    spec.forcedNode ?? spec.requestedNode,
  ]
  const nodes =
    wantedHost === undefined
      ? []
      : await everyCell({ databases }, (cell) => computeNodes(cell, clock).ofHost(wantedHost))
  const [held, another] = nodes.filter(({ node }) => wantedNode === undefined || node === wantedNode)
  const memberOf = await aggregatesFor(deps, request)
  const ofNetworks = await deps.ofNetworks(ctx, request)
  if (memberOf === undefined || ofNetworks === undefined) return undefined
  const asked = traitPrefilter(spec, { ...deps.options, ownersKnown: await deps.ownersKnown() })
  return {
    resources: pinnedResources(requestedResources(spec.flavor, bootsFromVolume), numaTopology),
    traits: [
      ...new Set([...requestedTraits(spec), ...asked, ...threadTraits(numaTopology), ...ofNetworks.traits]),
    ],
    memberOf: [...memberOf, ...ofNetworks.memberOf],
    ...groupsOf(spec, ofNetworks.requests, deps.options),
    requests: ofNetworks.requests,
    pciOfPorts: ofNetworks.pciRequests,
    ...(ofNetworks.nearNetworks && { nearNetworks: ofNetworks.nearNetworks }),
    ...(held === undefined || another !== undefined ? {} : { onlyProvider: held.id }),
  }
}

/**
 * The groups of flavor, ports and PCI devices. As in Nova, groups of ports and devices may share providers unless the
 * flavor has another policy.
 */
const groupsOf = (
  { flavor }: RequestSpec,
  requests: readonly PortRequest[],
  { pci_in_placement }: Pick<SchedulerOptions, 'pci_in_placement'>,
): ResourceGroups => {
  const ofFlavor = flavorGroups(flavor)
  const ofPorts = portGroups(requests)
  const ofDevices = pci_in_placement ? pciGroups(flavor.pciRequests ?? []) : []
  const groups = [...ofFlavor.groups, ...ofPorts.groups, ...ofDevices]
  return {
    ...{ ...ofFlavor, groups },
    ...(ofPorts.groups.length + ofDevices.length > 0 && groups.length > 1
      ? { policy: ofFlavor.policy ?? 'none' }
      : {}),
    sameSubtrees: [...ofFlavor.sameSubtrees, ...ofPorts.sameSubtrees],
  }
}

/** The query of `GET /allocation_candidates`. */
export const placementQuery = (
  { resources, traits, memberOf, onlyProvider, ...granular }: PlacementDemand,
  limit: number,
): Readonly<Record<string, string | number | string[] | undefined>> => ({
  resources: listedResources(resources),
  limit,
  ...groupsQuery(granular),
  ...(traits.length === 0 ? {} : { required: traits.join(',') }),
  ...(memberOf.length === 0 ? {} : { member_of: memberOf.map(({ condition }) => condition) }),
  ...(onlyProvider === undefined ? {} : { in_tree: onlyProvider }),
})
