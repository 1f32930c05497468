import type { PlainConntrackHelper } from '@nimbo/contracts/network/conntrack-helper'
import type { FloatingIp } from '@nimbo/contracts/network/floating-ip'
import type { RouterPort, RunRouter } from '@nimbo/contracts/network/l3-rpc'
import type { PlainNdpProxy } from '@nimbo/contracts/network/ndp-proxy'
import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { Port } from '@nimbo/contracts/network/port'
import type { PlainPortForwarding } from '@nimbo/contracts/network/port-forwarding'
import type { PlainRouter } from '@nimbo/contracts/network/router'
import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import { grouped } from '@nimbo/resource/rows/grouped'
import { helpersOf } from '../../resources/conntrack-helper/conntrack-helpers.ts'
import { floatingIps } from '../../resources/floating-ip/floating-ips.ts'
import { proxiesOf } from '../../resources/ndp-proxy/ndp-proxies.ts'
import { networks } from '../../resources/network/networks.ts'
import {
  routerCentralOwner,
  routerGatewayOwner,
  routerInterfaceOwners,
} from '../../resources/port/device-owners.ts'
import { ports } from '../../resources/port/ports.ts'
import { forwardingsOf } from '../../resources/port-forwarding/port-forwardings.ts'
import { rangeOf } from '../../resources/port-forwarding/port-ranges.ts'
import { type GatewayOnPort, gatewaysOf } from '../../resources/router/gateways.ts'
import { subnetsOfPorts } from '../../resources/router/router-ports.ts'
import { routers } from '../../resources/router/routers.ts'
import type { Db } from '../../tables.ts'
import { type AddressLimit, addressLimits, withLimits } from './address-limits.ts'

/** Everything routers depend on, read in a few queries. */
export interface RouterFacts {
  readonly ports: ReadonlyMap<string, readonly Port[]>
  readonly networks: ReadonlyMap<string, PlainNetwork>
  readonly subnets: ReadonlyMap<string, PlainSubnet>
  readonly gateways: ReadonlyMap<string, readonly GatewayOnPort[]>
  readonly floatingIps: ReadonlyMap<string, readonly FloatingIp[]>
  readonly helpers: ReadonlyMap<string, readonly PlainConntrackHelper[]>
  readonly proxies: ReadonlyMap<string, readonly PlainNdpProxy[]>
  /** Keyed by floating IP, and by the port of a gateway. */
  readonly limits: ReadonlyMap<string, AddressLimit>
  /** Keyed by floating IP. */
  readonly forwardings: ReadonlyMap<string, readonly PlainPortForwarding[]>
}

const nothing: RouterFacts = {
  ports: new Map(),
  networks: new Map(),
  subnets: new Map(),
  gateways: new Map(),
  floatingIps: new Map(),
  helpers: new Map(),
  proxies: new Map(),
  limits: new Map(),
  forwardings: new Map(),
}

const factsOf = async (db: Db, ids: readonly string[]): Promise<RouterFacts> => {
  if (ids.length === 0) return nothing
  const standing = {
    device_id: ids,
    device_owner: [...routerInterfaceOwners, routerGatewayOwner, routerCentralOwner],
  }
  const all = await ports.list(db, 'all', standing, { fields: ['fixed_ips'] })
  const found = await subnetsOfPorts(db, all)
  const floating = await floatingIps.list(db, 'all', { router_id: ids }, { fields: ['id'] })
  const forwardings = await forwardingsOf(
    db,
    floating.map(({ id }) => id),
  )
  const known = await networks.plainById(
    db,
    'all',
    all.map(({ network_id }) => network_id),
  )
  const gateways = await gatewaysOf(db, ids)
  return {
    ports: grouped(
      all,
      ({ device_id }) => device_id,
      (port) => port,
    ),
    networks: known,
    subnets: new Map(found.map((subnet) => [subnet.id, subnet])),
    gateways,
    limits: await addressLimits(db, {
      floatingIps: floating,
      gateways: [...gateways.values()].flat(),
      networks: known,
    }),
    floatingIps: grouped(
      floating,
      ({ router_id }) => router_id ?? '',
      (floatingIp) => floatingIp,
    ),
    helpers: grouped(
      await helpersOf(db, ids),
      ({ router_id }) => router_id,
      (helper) => helper,
    ),
    proxies: grouped(
      await proxiesOf(db, ids),
      ({ router_id }) => router_id,
      (proxy) => proxy,
    ),
    forwardings: grouped(
      forwardings,
      ({ floatingip_id }) => floatingip_id,
      (forwarding) => forwarding,
    ),
  }
}

/** Describes a port of a router. */
export const routerPortOn = (port: Port, facts: Pick<RouterFacts, 'networks' | 'subnets'>): RouterPort => ({
  id: port.id,
  mac: port.mac_address,
  mtu: facts.networks.get(port.network_id)?.mtu ?? 0,
  addresses: port.fixed_ips.flatMap(({ subnet_id, ip_address }) => {
    const length = facts.subnets.get(subnet_id)?.cidr.split('/')[1]
    return length === undefined ? [] : [`${ip_address}/${length}`]
  }),
})

/** Describes an internal port, with what its subnets advertise to guests. */
const interfacePort = (port: Port, facts: RouterFacts): RouterPort => {
  const advertised = port.fixed_ips.flatMap(({ subnet_id }) => {
    const subnet = facts.subnets.get(subnet_id)
    if (!subnet || subnet.ipv6_ra_mode === null) return []
    return [{ prefix: subnet.cidr, mode: subnet.ipv6_ra_mode, nameservers: [...subnet.dns_nameservers] }]
  })
  return { ...routerPortOn(port, facts), ...(advertised.length > 0 ? { advertised } : {}) }
}

export const nexthopsOf = (port: Port, facts: Pick<RouterFacts, 'subnets'>): string[] =>
  port.fixed_ips.flatMap(({ subnet_id }) => facts.subnets.get(subnet_id)?.gateway_ip ?? [])

const runForwarding = (
  { id, floating_ip_address: address }: FloatingIp,
  gatewayPortId: string,
  { protocol, internal_ip_address, internal_port_range, external_port_range }: PlainPortForwarding,
): RunRouter['forwardings'][number] => {
  const [internal, external] = [rangeOf(internal_port_range), rangeOf(external_port_range)]
  return {
    ...{ floatingIpId: id, address, gatewayPortId, protocol },
    ...{ externalFirst: external.first, externalLast: external.last },
    internalAddress: internal_ip_address,
    ...{ internalFirst: internal.first, internalLast: internal.last },
  }
}

/** NDP proxies are announced on every gateway with an IPv6 address. */
const runProxies = (
  { id, enable_ndp_proxy: enabled }: PlainRouter,
  gateways: readonly GatewayOnPort[],
  facts: RouterFacts,
): NonNullable<RunRouter['ndpProxies']> =>
  (enabled ? (facts.proxies.get(id) ?? []) : []).flatMap(({ ip_address: address }) =>
    gateways
      .filter(({ gateway }) => gateway.external_fixed_ips.some(({ ip_address }) => ip_address.includes(':')))
      .map(({ portId }) => ({ address, gatewayPortId: portId })),
  )

export const runRouter = (router: PlainRouter, facts: RouterFacts): RunRouter => {
  const own = facts.ports.get(router.id) ?? []
  const gateways = facts.gateways.get(router.id) ?? []
  const leadingTo = (networkId: string): string | undefined =>
    gateways.find(({ gateway }) => gateway.network_id === networkId)?.portId
  const whole = {
    id: router.id,
    adminStateUp: router.admin_state_up,
    interfaces: own
      .filter(({ device_owner }) => routerInterfaceOwners.includes(device_owner))
      .map((port) => interfacePort(port, facts)),
    gateways: gateways.flatMap(({ portId, gateway }) => {
      const port = own.find(({ id }) => id === portId)
      if (!port) return []
      return [
        {
          port: routerPortOn(port, facts),
          nexthops: nexthopsOf(port, facts),
          snat: gateway.enable_snat,
        },
      ]
    }),
    routes: router.routes.map((route) => ({ ...route })),
    floatingIps: (facts.floatingIps.get(router.id) ?? []).flatMap((each) => {
      const gatewayPortId = leadingTo(each.floating_network_id)
      if (gatewayPortId === undefined || each.fixed_ip_address === null) return []
      const { id, floating_ip_address: address, fixed_ip_address: fixedAddress } = each
      return [{ id, address, fixedAddress, gatewayPortId }]
    }),
    ndpProxies: runProxies(router, gateways, facts),
    helpers: (facts.helpers.get(router.id) ?? []).map(({ helper, protocol, port }) => ({
      helper,
      protocol,
      port,
    })),
    forwardings: (facts.floatingIps.get(router.id) ?? []).flatMap((each) => {
      const gatewayPortId = leadingTo(each.floating_network_id)
      if (gatewayPortId === undefined) return []
      return (facts.forwardings.get(each.id) ?? []).map((forwarding) =>
        runForwarding(each, gatewayPortId, forwarding),
      )
    }),
  }
  return withLimits(whole, facts.limits)
}

/** Describes routers for an agent; deleted ones are left out. */
export const routersWithFacts = async (db: Db, ids: readonly string[]) => ({
  routers: ids.length === 0 ? [] : await routers.list(db, 'all', { id: ids }, { fields: ['id'] }),
  facts: await factsOf(db, ids),
})
