import { subnetNotifications } from '@nimbo/contracts/network/notifications/resources'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Store } from '../db/store.ts'
import { cidrOf, formatCidr } from '../domain/ip.ts'
import { type AddressRange, checkGateway, checkPools, defaultPools } from '../domain/ipam/allocation-pools.ts'
import {
  checkCidr,
  checkGatewayAddress,
  checkHostRoutes,
  checkIpv6Modes,
  checkOverlap,
  defaultGateway,
} from '../domain/ipam/subnet-rules.ts'
import { dhcpOwner } from '../domain/port.ts'
import {
  type HostRoute,
  hasAutoAddresses,
  type Ipv6Mode,
  type PlainSubnet,
  type Subnet,
} from '../domain/subnet.ts'
import { errors } from '../errors.ts'
import { addAutoAddresses } from './allocate-addresses.ts'
import type { Deps, Values } from './deps.ts'
import { checkQuota } from './quotas.ts'
import { refreshed } from './refreshed.ts'
import { serveDhcp } from './serve-dhcp.ts'
import { serveAnew } from './spread-ports.ts'
import { standardValues } from './standard-values.ts'

const checkLists = (deps: Deps, subnet: string, ipVersion: number, values: Values): void => {
  const { max_dns_nameservers: mostServers, max_subnet_host_routes: mostRoutes } = deps.config.DEFAULT
  const servers = (values.dns_nameservers ?? []) as readonly string[]
  const routes = (values.host_routes ?? []) as readonly HostRoute[]
  if (servers.length > mostServers) throw errors.DNSNameServersExhausted({ subnet, limit: mostServers })
  if (routes.length > mostRoutes) throw errors.HostRoutesExhausted({ subnet, limit: mostRoutes })
  checkHostRoutes(routes, ipVersion)
}

/** Everything that follows from what was asked, checked: the subnet's row. */
const designSubnet = async (
  deps: Deps,
  store: Store,
  values: Values,
): Promise<Values & { readonly id: string }> => {
  const ipVersion = Number(values.ip_version)
  const cidr = checkCidr(String(values.cidr), ipVersion)
  const modes = {
    ip_version: ipVersion,
    enable_dhcp: values.enable_dhcp === true,
    ipv6_ra_mode: (values.ipv6_ra_mode ?? null) as Ipv6Mode | null,
    ipv6_address_mode: (values.ipv6_address_mode ?? null) as Ipv6Mode | null,
  }
  checkIpv6Modes(modes, cidr)
  checkLists(deps, String(values.name), ipVersion, values)
  const gateway =
    values.gateway_ip === undefined ? defaultGateway(cidr) : (values.gateway_ip as string | null)
  checkGatewayAddress(cidr, gateway)
  const asked = values.allocation_pools as readonly AddressRange[] | undefined
  if (asked) checkPools(asked, cidr, gateway)
  checkOverlap(cidr, await store.subnets.ofNetwork(String(values.network_id)))
  return {
    ...values,
    ...standardValues(deps.clock),
    ...modes,
    cidr: formatCidr(cidr),
    gateway_ip: gateway,
    allocation_pools: asked ?? defaultPools(cidr, gateway),
    subnetpool_id: null,
  }
}

export const createSubnets =
  (deps: Deps) =>
  async (ctx: Context, items: readonly Values[]): Promise<Subnet[]> => {
    const created = await deps.transaction(async (store) => {
      const subnets: Subnet[] = []
      for (const values of items) {
        const networkId = String(values.network_id)
        if (!(await store.networks.exists('all', networkId))) throw errors.NetworkNotFound({ id: networkId })
        await checkQuota(store, deps.config, 'subnet', String(values.project_id))
        const design = await designSubnet(deps, store, values)
        await store.subnets.rows.insert(design)
        const subnet = await refreshed(store.subnets, design.id)
        await deps.notices.created(store, ctx, subnetNotifications, values, subnet)
        const ports = await store.ports.list('all', new Map([['network_id', [networkId]]]))
        await addAutoAddresses(store, subnet, ports)
        await serveDhcp(deps, store, networkId)
        subnets.push(subnet)
      }
      return subnets
    })
    await serveAnew(
      deps,
      ctx,
      created.map(({ network_id }) => network_id),
    )
    return created
  }

export const updateSubnet =
  (deps: Deps) =>
  async (ctx: Context, subnet: Subnet, changes: Values): Promise<Subnet> => {
    const cidr = cidrOf(subnet.cidr)
    checkLists(deps, subnet.id, subnet.ip_version, changes)
    const gateway =
      changes.gateway_ip === undefined ? subnet.gateway_ip : (changes.gateway_ip as string | null)
    const pools = (changes.allocation_pools ?? subnet.allocation_pools) as readonly AddressRange[]
    checkGatewayAddress(cidr, gateway)
    if (changes.allocation_pools) checkPools(pools, cidr, gateway)
    else checkGateway(pools, gateway)
    if (changes.enable_dhcp === false && (subnet.ipv6_ra_mode ?? subnet.ipv6_address_mode) !== null)
      checkIpv6Modes({ ...subnet, enable_dhcp: false }, cidr)
    const updated = await deps.transaction(async (store) => {
      if (gateway !== subnet.gateway_ip && subnet.gateway_ip !== null) {
        const holder = await store.ports.holderOf(subnet.id, subnet.gateway_ip)
        if (holder) throw errors.GatewayIpInUse({ ip: subnet.gateway_ip, portId: holder })
      }
      await store.subnets.rows.update(subnet.id, changes, timestamp(deps.clock))
      await serveDhcp(deps, store, subnet.network_id)
      const changed = await refreshed(store.subnets, subnet.id)
      await deps.notices.updated(store, ctx, subnetNotifications, changes, changed)
      return changed
    })
    await serveAnew(deps, ctx, [subnet.network_id])
    return updated
  }

/** Deletes a subnet; addresses the service gave to its own ports, and those ports made for themselves, go with it. */
export const deleteSubnet =
  (deps: Deps) =>
  async (ctx: Context, subnet: PlainSubnet): Promise<void> => {
    const servingHosts = await deps.store.dhcpBindings.hostsOf(subnet.network_id)
    await deps.transaction(async (store) => {
      for (const port of await store.ports.ofSubnet(subnet.id)) {
        if (port.device_owner !== dhcpOwner && !hasAutoAddresses(subnet))
          throw errors.SubnetInUse({ id: subnet.id })
        for (const address of port.fixed_ips)
          if (address.subnet_id === subnet.id) await store.ports.releaseAddress(port.id, address)
      }
      const gone = { id: subnet.id, read: () => refreshed(store.subnets, subnet.id) }
      await deps.notices.deleting(store, ctx, subnetNotifications, gone, async () => {
        await store.tags.removeAll(subnet.id)
        await store.subnets.rows.delete(subnet.id)
      })
      await serveDhcp(deps, store, subnet.network_id)
    })
    for (const host of servingHosts) await deps.agents.dhcpChanged(ctx, host, subnet.network_id)
  }
