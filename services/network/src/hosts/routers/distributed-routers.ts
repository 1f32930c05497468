import type { Distribution, RunRouter } from '@nimbo/contracts/network/l3-rpc'
import type { Port } from '@nimbo/contracts/network/port'
import type { PlainRouter } from '@nimbo/contracts/network/router'
import { cidrOf, contains, soleAddress } from '@nimbo/ip/ip'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { networks } from '../../resources/network/networks.ts'
import { routerCentralOwner, routerInterfaceOwners } from '../../resources/port/device-owners.ts'
import { keepAgentGateways } from '../../resources/router/distribution/agent-gateways.ts'
import { agentsOfDistributed } from '../../resources/router/distribution/where-distributed.ts'
import { hostsRunning } from '../../resources/router/router-bindings.ts'
import { subnetsOfPorts } from '../../resources/router/router-ports.ts'
import type { Db } from '../../tables.ts'
import { withLimits } from './address-limits.ts'
import { type RouterFacts, nexthopsOf, routerPortOn, runRouter } from './router-state.ts'

const mostNeighbours = 100_000

interface Neighbour {
  readonly portId: string
  readonly subnetId: string
  readonly address: string
  readonly mac: string
}

/** The ports with an address on these subnets. */
const neighboursOn = async (db: Db, subnetIds: readonly string[]): Promise<readonly Neighbour[]> =>
  subnetIds.length === 0
    ? []
    : db
        .selectFrom('fixed_ips')
        .innerJoin('ports', 'ports.id', 'fixed_ips.port_id')
        .select([
          'ports.id as portId',
          'fixed_ips.subnet_id as subnetId',
          'fixed_ips.ip_address as address',
          'ports.mac_address as mac',
        ])
        .where('fixed_ips.subnet_id', 'in', subnetIds)
        .orderBy('fixed_ips.subnet_id')
        .orderBy('fixed_ips.ip_address')
        .limit(mostNeighbours)
        .execute()

interface Pair {
  readonly mac_address: string
  readonly ip_address: string
}

interface FurtherAddress {
  readonly networkId: string
  readonly address: string
  readonly mac: string
}

/**
 * Addresses from `allowed_address_pairs` of these networks, without CIDRs and without those that several ports share
 * (such as VRRP addresses): the hosts announce the latter themselves.
 */
const furtherOn = async (db: Db, networkIds: readonly string[]): Promise<readonly FurtherAddress[]> => {
  const rows =
    networkIds.length === 0
      ? []
      : await db
          .selectFrom('ports')
          .select(['network_id', 'allowed_address_pairs'])
          .where('network_id', 'in', networkIds)
          .where('allowed_address_pairs', '<>', '[]')
          .orderBy('id')
          .limit(mostNeighbours)
          .execute()
  const all = rows.flatMap(({ network_id: networkId, allowed_address_pairs }) => {
    const pairs: readonly Pair[] = JSON.parse(allowed_address_pairs)
    return pairs.flatMap(({ ip_address, mac_address: mac }) => {
      const address = soleAddress(ip_address)
      return address === undefined ? [] : [{ networkId, address, mac }]
    })
  })
  const keyOf = ({ networkId, address }: FurtherAddress): string => `${networkId} ${address}`
  const byKey = Map.groupBy(all, keyOf)
  return all.filter((each) => byKey.get(keyOf(each))?.length === 1)
}

/** The host of the port behind each of these floating IPs, and its external network. */
const placesOf = async (db: Db, ids: readonly string[]) => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('floatingips')
          .leftJoin('ports', 'ports.id', 'floatingips.port_id')
          .select(['floatingips.id', 'floatingips.floating_network_id', 'ports.binding_host_id'])
          .where('floatingips.id', 'in', ids)
          .execute()
  return new Map(
    rows.map((row) => [row.id, { host: row.binding_host_id ?? '', networkId: row.floating_network_id }]),
  )
}

const subnetIdsOf = ({ fixed_ips }: Pick<Port, 'fixed_ips'>): string[] =>
  fixed_ips.map(({ subnet_id }) => subnet_id)

/** The facts that the routers of one host have in common. */
interface Shared {
  readonly host: string
  readonly facts: RouterFacts
  readonly central: ReadonlyMap<string, string>
  readonly capable: ReadonlyMap<string, unknown>
  readonly places: ReadonlyMap<string, { readonly host: string; readonly networkId: string }>
  readonly neighbours: readonly Neighbour[]
  readonly further: readonly FurtherAddress[]
  readonly outside: ReadonlyMap<string, Distribution['outside'][number]>
}

const distributed = (router: PlainRouter, shared: Shared): RunRouter => {
  const { host, facts, capable, places, outside } = shared
  const whole = runRouter(router, facts)
  const own = facts.ports.get(router.id) ?? []
  const inside = own.filter(({ device_owner }) => routerInterfaceOwners.includes(device_owner))
  const central = own.filter(({ device_owner }) => device_owner === routerCentralOwner)
  const ownIds = new Set(inside.map(({ id }) => id))
  const prefixes = inside.flatMap((port) =>
    subnetIdsOf(port).flatMap((id) => facts.subnets.get(id)?.cidr ?? []),
  )
  const placeOf = ({ id }: { readonly id: string }) => places.get(id) ?? { host: '', networkId: '' }
  const distribution: Distribution = {
    neighbours: inside.flatMap((port) => {
      const own = shared.neighbours.filter(
        ({ portId, subnetId }) => !ownIds.has(portId) && subnetIdsOf(port).includes(subnetId),
      )
      const known = new Set(own.map(({ address }) => address))
      const further = shared.further.filter(
        ({ networkId, address }) =>
          networkId === port.network_id &&
          !known.has(address) &&
          subnetIdsOf(port).some((id) => {
            const cidr = facts.subnets.get(id)?.cidr
            return cidr !== undefined && contains(cidrOf(cidr), address)
          }),
      )
      return [...own, ...further].map(({ address, mac }) => ({ portId: port.id, address, mac }))
    }),
    ways: inside.map((port) => ({
      portId: port.id,
      nexthops: central
        .filter((each) => subnetIdsOf(each).some((id) => subnetIdsOf(port).includes(id)))
        .flatMap(({ fixed_ips }) => fixed_ips.map(({ ip_address }) => ip_address)),
    })),
    outside: [],
  }
  const floatingHere = whole.floatingIps.flatMap((each) => {
    const holder = placeOf(each).host === host ? outside.get(placeOf(each).networkId) : undefined
    return holder ? [{ ...each, gatewayPortId: holder.port.id }] : []
  })
  const held = new Set(floatingHere.map(({ gatewayPortId }) => gatewayPortId))
  const isCentral = shared.central.get(router.id) === host && whole.gateways.length > 0
  const centre = withLimits(
    {
      ...whole,
      interfaces: central.map((port) => routerPortOn(port, facts)),
      floatingIps: whole.floatingIps.filter((each) => !capable.has(placeOf(each).host)),
    },
    facts.limits,
  )
  const here: RunRouter = {
    ...whole,
    gateways: [],
    // Routes with a next hop on an external network belong to the SNAT namespace.
    routes: whole.routes.filter(({ nexthop }) => prefixes.some((cidr) => contains(cidrOf(cidr), nexthop))),
    floatingIps: floatingHere,
    forwardings: [],
    ndpProxies: [],
    distributed: {
      ...distribution,
      outside: [...outside.values()].filter(({ port }) => held.has(port.id)),
      ...(isCentral ? { centre } : {}),
    },
  }
  return withLimits(here, facts.limits)
}

/** The gateway ports of this host on external networks, by network, for the floating IPs of ports on this host. */
const outsideOf = async (
  deps: Deps,
  ctx: Context,
  { host, places, all }: Pick<Shared, 'host' | 'places'> & { readonly all: boolean },
): Promise<Shared['outside']> => {
  const networkIds = new Set(
    [...places.values()].filter((place) => place.host === host).map(({ networkId }) => networkId),
  )
  const holders = await keepAgentGateways(deps, ctx, { host, networkIds: [...networkIds], all })
  const subnets = new Map((await subnetsOfPorts(deps.db, holders)).map((subnet) => [subnet.id, subnet]))
  const found = await networks.plainById(
    deps.db,
    'all',
    holders.map(({ network_id }) => network_id),
  )
  return new Map(
    holders.map((port) => [
      port.network_id,
      {
        networkId: port.network_id,
        port: routerPortOn(port, { networks: found, subnets }),
        nexthops: nexthopsOf(port, { subnets }),
      },
    ]),
  )
}

/**
 * Describes distributed routers for the agent of one host. `all` says that the host has no others, so that unused
 * gateway ports are removed.
 */
export const runDistributed = async (
  deps: Deps,
  ctx: Context,
  {
    host,
    routers,
    facts,
    all,
  }: {
    readonly host: string
    readonly routers: readonly PlainRouter[]
    readonly facts: RouterFacts
    readonly all: boolean
  },
): Promise<RunRouter[]> => {
  if (routers.length === 0 && !all) return []
  const { db } = deps
  const ids = routers.map(({ id }) => id)
  const floating = ids.flatMap((id) => (facts.floatingIps.get(id) ?? []).map((each) => each.id))
  const places = await placesOf(db, floating)
  const outside = await outsideOf(deps, ctx, { host, places, all })
  const inside = ids
    .flatMap((id) => facts.ports.get(id) ?? [])
    .filter(({ device_owner }) => routerInterfaceOwners.includes(device_owner))
  const shared: Shared = {
    ...{ host, facts, places, outside },
    central: await hostsRunning(db, ids),
    capable: await agentsOfDistributed(db),
    neighbours: await neighboursOn(db, [...new Set(inside.flatMap(subnetIdsOf))]),
    further: await furtherOn(db, [...new Set(inside.map(({ network_id }) => network_id))]),
  }
  return routers.map((router) => distributed(router, shared))
}
