import type {
  DhcpNetwork,
  DhcpSubnet,
  FilterRule,
  NetworkSegment,
  WiredPort,
} from '@nimbo/contracts/network/agent-rpc'
import type { NeutronConfig } from '../config.ts'
import type { Store } from '../db/store.ts'
import { bridgeName, tapName } from '../domain/device-names.ts'
import { versionOf } from '../domain/ip.ts'
import type { PlainNetwork } from '../domain/network.ts'
import { dhcpOwner, type Port } from '../domain/port.ts'
import type { SecurityGroupRule } from '../domain/security-group.ts'
import { protocolNumber } from '../domain/security-rules.ts'
import type { PlainSubnet } from '../domain/subnet.ts'
import { dhcpDevice } from './serve-dhcp.ts'

export const segmentOf = (network: PlainNetwork): NetworkSegment => ({
  id: network.id,
  bridge: bridgeName(network.id),
  mtu: network.mtu,
  type: network['provider:network_type'],
  physicalNetwork: network['provider:physical_network'],
  segmentationId: network['provider:segmentation_id'],
})

const filterRule = (rule: SecurityGroupRule, members: ReadonlyMap<string, readonly string[]>): FilterRule => {
  const version = rule.ethertype === 'IPv4' ? 4 : 6
  const ofGroup = rule.remote_group_id === null ? null : (members.get(rule.remote_group_id) ?? [])
  const fromGroup = ofGroup?.filter((address) => versionOf(address) === version)
  return {
    direction: rule.direction,
    version,
    protocol: protocolNumber(rule.protocol) ?? null,
    portMin: rule.port_range_min,
    portMax: rule.port_range_max,
    prefixes: rule.remote_ip_prefix === null ? (fromGroup ?? null) : [rule.remote_ip_prefix],
  }
}

/** Ports as their host wires them: groups turned into the addresses of their members. */
export const wiredPorts = async (store: Store, ports: readonly Port[]): Promise<WiredPort[]> => {
  const networks = await store.networks.plainById(ports.map(({ network_id }) => network_id))
  const groups = [...new Set(ports.flatMap(({ security_groups }) => security_groups))]
  const rules = await store.securityGroupRules.ofGroups(groups)
  const remotes = new Set(rules.flatMap(({ remote_group_id: remote }) => (remote === null ? [] : [remote])))
  const members = await store.securityGroups.addressesOf([...remotes])
  const filters = new Map(rules.map((rule) => [rule, filterRule(rule, members)]))
  const filtersOf = (port: Port): FilterRule[] =>
    [...filters].flatMap(([rule, filter]) =>
      port.security_groups.includes(rule.security_group_id) ? [filter] : [],
    )
  return ports.flatMap((port) => {
    const network = networks.get(port.network_id)
    if (!network) return []
    return [
      {
        id: port.id,
        device: tapName(port.id),
        mac: port.mac_address,
        addresses: port.fixed_ips.map(({ ip_address }) => ip_address),
        allowedPairs: port.allowed_address_pairs.map(({ mac_address, ip_address }) => ({
          mac: mac_address,
          prefix: ip_address,
        })),
        adminStateUp: port.admin_state_up && network.admin_state_up,
        active: port.status === 'ACTIVE',
        filtered: port.port_security_enabled,
        rules: filtersOf(port),
        network: segmentOf(network),
      },
    ]
  })
}

/** The ports a host wires: bound to it, and not the service's own. */
export const portsOnHost = async (
  store: Store,
  host: string,
  portIds?: readonly string[],
): Promise<readonly Port[]> => {
  const filters = new Map<string, readonly string[]>([['binding:host_id', [host]]])
  if (portIds) filters.set('id', portIds)
  const ports = await store.ports.list('all', filters, { fields: ['fixed_ips', 'security_groups'] })
  return ports.filter(({ device_owner }) => device_owner !== dhcpOwner)
}

const dhcpSubnet = (subnet: PlainSubnet): DhcpSubnet => ({
  id: subnet.id,
  cidr: subnet.cidr,
  version: subnet.ip_version,
  gateway: subnet.gateway_ip,
  nameservers: [...subnet.dns_nameservers],
  routes: [...subnet.host_routes],
  addressMode: subnet.ipv6_address_mode,
  raMode: subnet.ipv6_ra_mode,
})

/** DHCP of a network as a host serves it; undefined when it does not. */
export const dhcpNetwork = async (
  store: Store,
  { DEFAULT }: NeutronConfig,
  host: string,
  networkId: string,
): Promise<DhcpNetwork | undefined> => {
  const network = await store.networks.plain(networkId)
  if (!network || !(await store.dhcpBindings.hostsOf(networkId)).includes(host)) return undefined
  const ports = await store.ports.dhcpClients(networkId)
  const own = ports.find(({ device_id }) => device_id === dhcpDevice(host, networkId))
  if (!own) return undefined
  const subnets = (await store.subnets.ofNetwork(networkId)).filter(({ enable_dhcp }) => enable_dhcp)
  const served = new Set(subnets.map(({ id }) => id))
  return {
    network: segmentOf(network),
    port: { id: own.id, mac: own.mac_address, addresses: own.fixed_ips.map(({ ip_address }) => ip_address) },
    subnets: subnets.map(dhcpSubnet),
    hosts: ports
      .filter(({ device_owner }) => device_owner !== dhcpOwner)
      .map((port) => ({
        portId: port.id,
        mac: port.mac_address,
        addresses: port.fixed_ips
          .filter(({ subnet_id }) => served.has(subnet_id))
          .map(({ ip_address }) => ip_address),
        options: port.extra_dhcp_opts.flatMap(
          ({ opt_name: name, opt_value: value, ip_version: version = 4 }) =>
            value === null ? [] : [{ name, value, version }],
        ),
      })),
    leaseSeconds: DEFAULT.dhcp_lease_duration,
    domain: DEFAULT.dns_domain,
  }
}
