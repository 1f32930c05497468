import type {
  DhcpNetwork,
  DhcpSubnet,
  FilterRule,
  NetworkSegment,
  WiredPort,
} from '@nimbo/contracts/network/agent-rpc'
import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { Port } from '@nimbo/contracts/network/port'
import type { SecurityGroupRule } from '@nimbo/contracts/network/security-group-rule'
import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import { versionOf } from '@nimbo/ip/ip'
import type { NeutronConfig } from '../config.ts'
import { hostsServing } from '../dhcp/dhcp-bindings.ts'
import { dhcpDevice } from '../dhcp/serve-dhcp.ts'
import { networks } from '../resources/network/networks.ts'
import { dhcpOwner } from '../resources/port/device-owners.ts'
import { addressesOfMembers } from '../resources/security-group/security-groups.ts'
import { rulesOfGroups } from '../resources/security-group-rule/security-group-rules.ts'
import { protocolNumber } from '../resources/security-group-rule/security-rules.ts'
import { subnetsOf } from '../resources/subnet/subnets.ts'
import { bridgeName, tapName } from './device-names.ts'
import { dhcpClients } from './ports-of-hosts.ts'
import type { Db } from '../tables.ts'

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
export const wiredPorts = async (db: Db, ports: readonly Port[]): Promise<WiredPort[]> => {
  const itsNetworks = await networks.plainById(
    db,
    'all',
    ports.map(({ network_id }) => network_id),
  )
  const groups = [...new Set(ports.flatMap(({ security_groups }) => security_groups))]
  const rules = await rulesOfGroups(db, groups)
  const remotes = new Set(rules.flatMap(({ remote_group_id: remote }) => (remote === null ? [] : [remote])))
  const members = await addressesOfMembers(db, [...remotes])
  const filters = new Map(rules.map((rule) => [rule, filterRule(rule, members)]))
  const filtersOf = (port: Port): FilterRule[] =>
    [...filters].flatMap(([rule, filter]) =>
      port.security_groups.includes(rule.security_group_id) ? [filter] : [],
    )
  return ports.flatMap((port) => {
    const network = itsNetworks.get(port.network_id)
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
  db: Db,
  { DEFAULT }: NeutronConfig,
  host: string,
  networkId: string,
): Promise<DhcpNetwork | undefined> => {
  const network = (await networks.plainById(db, 'all', [networkId])).get(networkId)
  if (!network || !(await hostsServing(db, networkId)).includes(host)) return undefined
  const ports = await dhcpClients(db, networkId)
  const own = ports.find(({ device_id }) => device_id === dhcpDevice(host, networkId))
  if (!own) return undefined
  const subnets = (await subnetsOf(db, networkId)).filter(({ enable_dhcp }) => enable_dhcp)
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
