import type { DhcpHost, DhcpNetwork, DhcpSubnet } from '@nimbo/network/driver/network-agent-driver'
import { covers } from './covers.ts'
import { dhcpInside } from './device-names.ts'
import { metadataAddress } from './metadata-places.ts'

/** Where the dnsmasq of one network keeps its files. */
export interface DnsmasqPaths {
  readonly config: string
  readonly hosts: string
  readonly options: string
  readonly leases: string
  readonly pid: string
}

export const pathsIn = (directory: string): DnsmasqPaths => ({
  config: `${directory}/dnsmasq.conf`,
  hosts: `${directory}/hosts`,
  options: `${directory}/options`,
  leases: `${directory}/leases`,
  pid: `${directory}/pid`,
})

const tagOf = ({ id }: DhcpSubnet): string => `subnet-${id}`

/** Whether guests of the subnet configure their addresses by SLAAC, with or without stateless DHCPv6. */
const isAutomatic = ({ addressMode }: DhcpSubnet): boolean =>
  addressMode === 'slaac' || addressMode === 'dhcpv6-stateless'

/**
 * Whether dnsmasq serves the subnet. It does not where the subnet has no DHCPv6 mode, or where a router outside the
 * cloud sends the advertisements.
 */
const isServed = ({ version, addressMode, raMode }: DhcpSubnet): boolean =>
  version === 4 ||
  addressMode === 'dhcpv6-stateful' ||
  addressMode === 'dhcpv6-stateless' ||
  (addressMode ?? raMode) === null

const leaseTime = (seconds: number): string => (seconds === -1 ? 'infinite' : `${seconds}s`)

const netmaskOf = (cidr: string): string => {
  const length = Number(cidr.split('/')[1])
  const octet = (index: number) => 256 - 2 ** (8 - Math.min(8, Math.max(0, length - 8 * index)))
  return [0, 1, 2, 3].map(octet).join('.')
}

const rangeLine = (subnet: DhcpSubnet, leaseSeconds: number): string => {
  const [first = '', length = ''] = subnet.cidr.split('/')
  const size = subnet.version === 4 ? netmaskOf(subnet.cidr) : length
  return `dhcp-range=set:${tagOf(subnet)},${first},static,${size},${leaseTime(leaseSeconds)}`
}

/** Neutron's limit. By default dnsmasq gives a thousand leases and none to further guests. */
const mostLeases = 16_777_216

/** The configuration file; dnsmasq must be restarted when it changes. */
export const configText = (network: DhcpNetwork, paths: DnsmasqPaths): string =>
  [
    'no-hosts',
    'no-resolv',
    'no-poll',
    'bind-interfaces',
    'except-interface=lo',
    `interface=${dhcpInside(network.port.id)}`,
    `pid-file=${paths.pid}`,
    `dhcp-hostsfile=${paths.hosts}`,
    `dhcp-optsfile=${paths.options}`,
    `dhcp-leasefile=${paths.leases}`,
    'dhcp-authoritative',
    `dhcp-lease-max=${mostLeases}`,
    // Also for guests that do not ask: with larger packets they would reach nobody behind a tunnel.
    `dhcp-option-force=option:mtu,${network.network.mtu}`,
    'user=nobody',
    `domain=${network.domain}`,
    `local=/${network.domain}/`,
    ...network.subnets.filter(isServed).map((subnet) => rangeLine(subnet, network.leaseSeconds)),
    '',
  ].join('\n')

/** The port's DNS name, or `host-10-0-0-5` made from its address, which is unique in the network. */
const nameOf = (address: string, name = ''): string =>
  name === '' ? `host-${address.replaceAll(/[.:]+/g, '-')}` : name

const hostLines = (
  { portId, mac, addresses, name, options }: DhcpHost,
  automatic: readonly DhcpSubnet[],
): string[] => {
  const tag = options.length > 0 ? `set:port-${portId},` : ''
  return addresses.flatMap((address) => {
    if (!address.includes(':')) return [`${mac},${tag}${nameOf(address, name)},${address}`]
    if (automatic.some(({ cidr }) => covers(cidr, address))) return []
    return [`${mac},${tag}${nameOf(address, name)},[${address}]`]
  })
}

/** The hosts file: which MAC gets which address. dnsmasq reads it again at SIGHUP. */
export const hostsText = ({ hosts, subnets }: DhcpNetwork): string => {
  const automatic = subnets.filter(isAutomatic)
  return `${hosts.flatMap((host) => hostLines(host, automatic)).join('\n')}\n`
}

/** A route to the metadata address by way of the DHCP port, for subnets without a router. */
const metadataRoutes = ({ id, cidr }: DhcpSubnet, { isolated, port }: DhcpNetwork): DhcpSubnet['routes'] => {
  const nexthop = port.addresses.find((address) => covers(cidr, address))
  if (nexthop === undefined || !isolated?.subnetIds.includes(id)) return []
  return [{ destination: `${metadataAddress}/32`, nexthop }]
}

const routesOf = (subnet: DhcpSubnet, network: DhcpNetwork): string[] => {
  const { gateway } = subnet
  const routes = [...subnet.routes, ...metadataRoutes(subnet, network)]
  if (routes.length === 0) return []
  // Clients that understand classless static routes ignore the router option, so the default route is listed too.
  const toEverywhere = gateway === null ? [] : [{ destination: '0.0.0.0/0', nexthop: gateway }]
  return [...routes, ...toEverywhere].flatMap(({ destination, nexthop }) => [destination, nexthop])
}

/** A subnet with this only nameserver has none, as in Neutron; to dnsmasq the address means itself. */
const noNameserver = { 4: '0.0.0.0', 6: '::' } as const

/** The option with the nameservers of a subnet; without it, dnsmasq names itself. */
const nameserverOption = ({ version, nameservers }: DhcpSubnet): string[] => {
  if (nameservers.length === 0) return []
  const option = version === 6 ? 'option6:dns-server' : 'option:dns-server'
  const [only, ...others] = nameservers
  if (only === noNameserver[version] && others.length === 0) return [option]
  return [[option, ...nameservers.map((address) => (version === 6 ? `[${address}]` : address))].join(',')]
}

const subnetOptions = (subnet: DhcpSubnet, network: DhcpNetwork): string[] => {
  const tag = `tag:${tagOf(subnet)}`
  const { gateway } = subnet
  const servers = nameserverOption(subnet).map((option) => `${tag},${option}`)
  if (subnet.version === 6) return servers
  const routes = routesOf(subnet, network)
  return [
    ...servers,
    ...(routes.length > 0 ? [`${tag},option:classless-static-route,${routes.join(',')}`] : []),
    gateway === null ? `${tag},option:router` : `${tag},option:router,${gateway}`,
  ]
}

/** Users choose option names and values: remove what could start a new line or field. */
const plain = (text: string): string => text.replaceAll(/[\r\n]/g, ' ')

const portOptions = ({ portId, options }: DhcpHost): string[] =>
  options.map(({ name, value, version }) => {
    const kind = version === 4 ? 'option' : 'option6'
    const option = /^\d+$/.test(name) && version === 4 ? name : `${kind}:${plain(name).replaceAll(',', ' ')}`
    return `tag:port-${portId},${option},${plain(value)}`
  })

/** The DHCP options file; dnsmasq reads it again at SIGHUP. */
export const optionsText = (network: DhcpNetwork): string => {
  const ofSubnets = network.subnets.flatMap((subnet) => subnetOptions(subnet, network))
  return `${[...ofSubnets, ...network.hosts.flatMap(portOptions)].join('\n')}\n`
}
