import type { NetworkClient, Port } from '@nimbo/clients/network'
import type { PlacementClient } from '@nimbo/clients/placement'
import type { Context } from '@nimbo/kernel/context'
import { type PortRequest, portRequestsOf } from '../domain/networks/port-requests.ts'
import type { NearNetworks } from '../domain/networks/near-networks.ts'
import { numaPolicyOf, type PciRequest } from '../domain/pci/pci-requests.ts'
import type { Membership } from '../domain/scheduling/prefilters/aggregate-prefilter.ts'
import type { SchedulingRequest } from '../domain/scheduling/scheduling-request.ts'
import { bootPropertiesOf } from '../domain/servers/boot-properties.ts'
import { networksToBeNear } from '../resources/networks-to-be-near.ts'
import { pciRequestsOfPorts } from '../resources/pci-requests-of-ports.ts'

export interface NetworkDemandDeps {
  readonly network: Pick<NetworkClient, 'ports' | 'subnets' | 'networks'>
  readonly placement: Pick<PlacementClient, 'aggregatesOf'>
  readonly options: { readonly query_placement_for_routed_network_aggregates: boolean }
}

/** What the networks of a server require of its host. */
export interface NetworkDemand {
  readonly traits: readonly string[]
  readonly memberOf: readonly Membership[]
  /** The network resources of the host that the server's ports request. */
  readonly requests: readonly PortRequest[]
  /** The PCI devices that the server's ports need. */
  readonly pciRequests: readonly PciRequest[]
  /** The networks that the NUMA cells of the server should be near; absent without a topology. */
  readonly nearNetworks?: NearNetworks
}

const remoteManaged = 'COMPUTE_REMOTE_MANAGED_PORTS'

const portFields = [
  ...(['id', 'network_id', 'fixed_ips', 'binding:vnic_type'] as const),
  ...(['resource_request', 'binding:profile', 'numa_affinity_policy'] as const),
] as const
type Seen = Pick<Port, (typeof portFields)[number]>

/**
 * The ports of a server that moves, or those that a new server names, and the networks on which a new server will get a
 * port.
 */
const wiresOf = async (
  { network }: Pick<NetworkDemandDeps, 'network'>,
  ctx: Context,
  { spec, fromCell }: SchedulingRequest,
): Promise<{ readonly ports: readonly Seen[]; readonly networks: readonly string[] }> => {
  if (fromCell !== undefined)
    return { ports: await network.ports(ctx, { device_id: spec.serverId }, portFields), networks: [] }
  const named = typeof spec.networks === 'string' ? [] : spec.networks
  const id = named.flatMap(({ portId }) => portId ?? [])
  return {
    ports: id.length === 0 ? [] : await network.ports(ctx, { id }, portFields),
    networks: named.flatMap(({ networkId }) => networkId ?? []),
  }
}

/**
 * The aggregates of the segments of the subnets that match the filter; empty if the network is not routed, undefined
 * when a segment has no aggregate.
 */
const aggregatesOfSubnets = async (
  { network, placement }: NetworkDemandDeps,
  ctx: Context,
  filter: { readonly id: string } | { readonly network_id: string },
): Promise<readonly string[] | undefined> => {
  const segments = new Set((await network.subnets(ctx, filter)).flatMap(({ segment_id }) => segment_id ?? []))
  const found = await Promise.all([...segments].map((id) => placement.aggregatesOf(ctx, id)))
  return found.some((ids) => ids.length === 0) ? undefined : found.flat()
}

/**
 * The aggregate conditions under which a host reaches each interface's segments; undefined when a segment has no
 * aggregate.
 */
const onSegments = async (
  deps: NetworkDemandDeps,
  ctx: Context,
  { ports, networks }: Awaited<ReturnType<typeof wiresOf>>,
): Promise<readonly Membership[] | undefined> => {
  // A port with an address stays on its subnet, a port without one may go to any segment of its network.
  const asked = [
    ...ports.map(({ network_id, fixed_ips: [first] }) => (first ? { id: first.subnet_id } : { network_id })),
    ...networks.map((network_id) => ({ network_id })),
  ]
  const conditions: Membership[] = []
  for (const filter of asked) {
    const aggregates = await aggregatesOfSubnets(deps, ctx, filter)
    if (aggregates === undefined) return undefined
    const what = 'id' in filter ? `subnet ${filter.id}` : `network ${filter.network_id}`
    if (aggregates.length > 0)
      conditions.push({
        condition: `in:${aggregates.join(',')}`,
        otherwise: `is on no segment of ${what}`,
      })
  }
  return conditions
}

/**
 * What Nova's request filters `remote_managed_ports` and, if enabled, `routed_networks` require, with the resource
 * requests of ports. Undefined when no host can match because a segment is in no aggregate. Ports are read only if the
 * request names some, subnets only if that filter is enabled.
 */
export const networkDemand =
  (deps: NetworkDemandDeps) =>
  async (ctx: Context, request: SchedulingRequest): Promise<NetworkDemand | undefined> => {
    const wires = await wiresOf(deps, ctx, request)
    const isRemote = wires.ports.some((port) => port['binding:vnic_type'] === 'remote-managed')
    const memberOf = deps.options.query_placement_for_routed_network_aggregates
      ? await onSegments(deps, ctx, wires)
      : []
    if (memberOf === undefined) return undefined
    const networks = [...wires.ports.map(({ network_id }) => network_id), ...wires.networks]
    return {
      ...(request.numaTopology !== undefined && {
        nearNetworks: await networksToBeNear(deps.network, ctx, networks),
      }),
      traits: isRemote ? [remoteManaged] : [],
      memberOf,
      requests: portRequestsOf(wires.ports),
      pciRequests: await pciRequestsOfPorts(
        ...([deps.network, ctx, wires.ports] as const),
        numaPolicyOf(request.spec.flavor.extraSpecs, bootPropertiesOf(request.spec)),
      ),
    }
  }
