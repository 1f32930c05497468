import type {
  DhcpNetwork,
  DhcpSubnet,
  FilterRule,
  GroupRules,
  NetworkSegment,
  PortQos,
  WiredPort,
} from '@nimbo/contracts/network/agent-rpc'
import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { Port } from '@nimbo/contracts/network/port'
import type { SecurityGroupRule } from '@nimbo/contracts/network/security-group-rule'
import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import { cidrOf, formatCidr, outermost, versionOf } from '@nimbo/ip/ip'
import type { NeutronConfig } from '../../config.ts'
import { hostsServing } from '../../dhcp/dhcp-bindings.ts'
import { dhcpDevice } from '../../dhcp/serve-dhcp.ts'
import { addressesOfGroups } from '../../resources/address-group/address-groups.ts'
import { networks } from '../../resources/network/networks.ts'
import { functionVif } from '../../resources/port/bind-to-card.ts'
import { dhcpOwner } from '../../resources/port/device-owners.ts'
import { addressesOfMembers } from '../../resources/security-group/addresses-of-members.ts'
import { rulesOfGroups } from '../../resources/security-group-rule/security-group-rules.ts'
import { protocolNumber } from '../../resources/security-group-rule/security-rules.ts'
import { asOnHost } from '../../resources/segment/segment-of-host.ts'
import { subnetsOf } from '../../resources/subnet/subnets.ts'
import type { Db } from '../../tables.ts'
import { dhcpClients } from '../ports-of-hosts.ts'
import { bridgeName, tapName } from './device-names.ts'
import { isolatedParts } from './isolated-parts.ts'
import { localIpsOfPorts } from './local-ips-of-ports.ts'
import { logsOfPorts } from './logs-of-ports.ts'
import { qosOfPorts } from './qos-of-ports.ts'
import { trunksOfPorts } from './trunks-of-ports.ts'

export const segmentOf = (network: PlainNetwork): NetworkSegment => ({
  id: network.id,
  bridge: bridgeName(network.id),
  mtu: network.mtu,
  type: network['provider:network_type'],
  physicalNetwork: network['provider:physical_network'],
  segmentationId: network['provider:segmentation_id'],
})

/** Prefixes of remote groups: security groups and address groups. */
type Remotes = ReadonlyMap<string, readonly string[]>

/** The remote prefixes of a rule; null when it applies to any address. */
const prefixesOf = (rule: SecurityGroupRule, version: number, remotes: Remotes): string[] | null => {
  if (rule.remote_ip_prefix !== null) return [formatCidr(cidrOf(rule.remote_ip_prefix))]
  const remote = rule.remote_group_id ?? rule.remote_address_group_id
  if (remote === null) return null
  return (remotes.get(remote) ?? []).filter((prefix) => versionOf(prefix) === version)
}

const filterRule = (rule: SecurityGroupRule, remotes: Remotes): FilterRule => {
  const version = rule.ethertype === 'IPv4' ? 4 : 6
  const { remote_group_id: group } = rule
  return {
    // An agent that does not know remote groups sees an empty list and so accepts nobody.
    ...(group === null || remotes.has(group) ? {} : { remoteGroup: group }),
    group: rule.security_group_id,
    direction: rule.direction,
    version,
    // In the API, 0 means any protocol, though it is also the number of IPv6 hop-by-hop options.
    protocol: protocolNumber(rule.protocol) || null,
    portMin: rule.port_range_min,
    portMax: rule.port_range_max,
    prefixes: prefixesOf(rule, version, remotes),
  }
}

const named = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.flatMap((id) => (id === null ? [] : [id]))),
]

/** The remote security groups that rules name. */
const remoteGroupsOf = (rules: readonly SecurityGroupRule[]): readonly string[] =>
  named(rules.map((rule) => rule.remote_group_id))

const asNetwork = (prefix: string): string =>
  prefix.includes('/') ? prefix : `${prefix}/${versionOf(prefix) === 4 ? 32 : 128}`

/** The members of the remote groups that rules name. */
const membersIn = async (db: Db, rules: readonly SecurityGroupRule[]): Promise<[string, string[]][]> => {
  const groups = remoteGroupsOf(rules)
  const found = await addressesOfMembers(db, groups)
  return groups.map((id) => [id, outermost((found.get(id) ?? []).map(asNetwork))])
}

/**
 * The prefixes of all remote groups that rules name; those of security groups only for agents that do not keep members
 * themselves.
 */
const remotesOf = async (
  db: Db,
  rules: readonly SecurityGroupRule[],
  keepsMembers: boolean,
): Promise<Remotes> => {
  const ofPorts = keepsMembers ? [] : await membersIn(db, rules)
  const ofAddresses = await addressesOfGroups(db, named(rules.map((rule) => rule.remote_address_group_id)))
  return new Map([
    ...ofPorts,
    ...[...ofAddresses].map(([id, prefixes]) => [id, outermost(prefixes)] as const),
  ])
}

const qosPart = (qos: PortQos | undefined): Pick<WiredPort, 'qos'> => (qos ? { qos } : {})

const localIpsPart = (localIps: WiredPort['localIps']): Pick<WiredPort, 'localIps'> =>
  localIps ? { localIps } : {}

const logsPart = (logs: WiredPort['logs']): Pick<WiredPort, 'logs'> => (logs ? { logs } : {})

const trunkPart = (trunk: WiredPort['trunk']): Pick<WiredPort, 'trunk'> => (trunk ? { trunk } : {})

/**
 * The part of a port's description that differs for PCI devices: these have no rules, since the host cannot filter what the
 * card's own switch carries. Undefined if there is nothing to set on the host: for a whole card, or a function without a known
 * PCI address.
 */
const devicePart = (
  port: Port,
): Partial<Pick<WiredPort, 'cardFunction' | 'rules' | 'groups' | 'logs'>> | undefined => {
  if (port['binding:vnic_type'] === 'normal') return {}
  const { pci_slot: pciSlot, trusted } = port['binding:profile']
  if (port['binding:vif_type'] !== functionVif || typeof pciSlot !== 'string') return undefined
  const cardFunction = {
    ...{ pciSlot, followsUplink: port.propagate_uplink_status },
    trusted: /^(true|yes|on|1|t|y)$/i.test(String(trusted)),
  }
  return { cardFunction, rules: [], groups: [], logs: [] }
}

/** The networks of a host's ports, on the segment of the host. */
const networksOf = async (db: Db, all: readonly Port[]): Promise<ReadonlyMap<string, PlainNetwork>> => {
  const found = await networks.plainById(
    db,
    'all',
    all.map(({ network_id }) => network_id),
  )
  const there = new Map(found)
  for (const [id, network] of found)
    there.set(
      id,
      await asOnHost(
        db,
        network,
        all.find((port) => port['binding:host_id'] !== '')?.['binding:host_id'] ?? '',
      ),
    )
  return there
}

/** The rules of security groups for agents that keep members themselves. */
export const rulesForAgents = async (
  db: Db,
  groupIds: readonly string[],
): Promise<{ readonly groups: GroupRules[]; readonly remoteGroups: readonly string[] }> => {
  const rules = await rulesOfGroups(db, groupIds)
  const remotes = await remotesOf(db, rules, true)
  const groups = groupIds.map((id) => ({
    id,
    rules: rules.filter((rule) => rule.security_group_id === id).map((rule) => filterRule(rule, remotes)),
  }))
  return { groups, remoteGroups: remoteGroupsOf(rules) }
}

/** Describes ports for their host's agent, with remote groups resolved to member addresses. */
export const wiredPorts = async (
  db: Db,
  ports: readonly Port[],
  { keepsMembers }: { readonly keepsMembers: boolean },
): Promise<{ readonly ports: WiredPort[]; readonly remoteGroups: readonly string[] }> => {
  const itsNetworks = await networksOf(db, ports)
  const groups = [...new Set(ports.flatMap(({ security_groups }) => security_groups))]
  const rules = await rulesOfGroups(db, groups)
  const remotes = await remotesOf(db, rules, keepsMembers)
  const policies = await qosOfPorts(db, ports, itsNetworks)
  const localIps = await localIpsOfPorts(db, ports, itsNetworks)
  const logs = await logsOfPorts(db, ports)
  const inTrunks = await trunksOfPorts(db, ports)
  const filters = new Map(rules.map((rule) => [rule, filterRule(rule, remotes)]))
  const filtersOf = (port: Port): FilterRule[] =>
    [...filters].flatMap(([rule, filter]) =>
      port.security_groups.includes(rule.security_group_id) ? [filter] : [],
    )
  const wired = ports.flatMap((port) => {
    const network = itsNetworks.get(port.network_id)
    const device = devicePart(port)
    if (!network || device === undefined) return []
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
        groups: [...port.security_groups],
        ...qosPart(policies.get(port.id)),
        ...localIpsPart(localIps.get(port.id)),
        ...logsPart(logs.get(port.id)),
        ...trunkPart(inTrunks.get(port.id)),
        ...device,
        network: segmentOf(network),
      },
    ]
  })
  return { ports: wired, remoteGroups: remoteGroupsOf(rules) }
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

/** Describes DHCP of a network for one host; undefined when the host does not serve it. */
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
        // The first label only: the rest of the name is the network's domain.
        name: port.dns_name.split('.')[0] ?? '',
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
    ...isolatedParts(subnets, ports),
  }
}
