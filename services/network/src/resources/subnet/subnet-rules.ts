import { errors } from '../../errors.ts'
import {
  addressOf,
  type Cidr,
  cidrOf,
  contains,
  numberOf,
  overlap,
  parseCidr,
  usableRange,
  versionOf,
} from '@nimbo/ip/ip'
import type { HostRoute, Ipv6Mode, Subnet } from '@nimbo/contracts/network/subnet'

const invalid = (reason: string) => errors.InvalidInput({ reason })

/** The default gateway: the first usable address. */
export const defaultGateway = (cidr: Cidr): string => addressOf(usableRange(cidr).first, cidr.version)

/** Throws unless the CIDR has the subnet's IP version. */
export const checkCidr = (text: string, ipVersion: number): Cidr => {
  const cidr = cidrOf(text)
  if (cidr.version !== ipVersion)
    throw invalid(`Subnet CIDR ${text} IP version ${cidr.version} does not match ip_version ${ipVersion}`)
  return cidr
}

/** Throws for a CIDR of all addresses. */
export const checkLength = ({ prefixLength }: Cidr): void => {
  if (prefixLength === 0) throw invalid('0 is not allowed as CIDR prefix length')
}

/** Networks whose addresses no guest can have. */
const notForGuests = [
  { kind: 'Multicast', range: cidrOf('224.0.0.0/4') },
  { kind: 'Multicast', range: cidrOf('ff00::/8') },
  { kind: 'Loopback', range: cidrOf('127.0.0.0/8') },
] as const

/**
 * Throws if DHCP could give out no address: the subnet has no more addresses than network, gateway and DHCP server need, or no
 * guest can have its addresses.
 */
export const checkDhcp = ({ version, prefixLength, first, last }: Cidr): void => {
  if ((version === 4 ? 32 : 128) - prefixLength < 2)
    throw invalid('Subnet has a prefix length that is incompatible with DHCP service enabled')
  const within = notForGuests.find(
    ({ range }) => range.version === version && range.first <= first && last <= range.last,
  )
  if (within) throw invalid(`${within.kind} IP subnet is not supported if enable_dhcp is True`)
  if (version === 4 && first === 0n)
    throw invalid("First IP '0.0.0.0' of network is not supported if enable_dhcp is True")
}

/** Throws unless the gateway is a usable address of the subnet's IP version. */
export const checkGatewayAddress = (cidr: Cidr, gateway: string | null): void => {
  if (gateway === null) return
  if (versionOf(gateway) !== cidr.version)
    throw invalid(`gateway_ip ${gateway} does not match the ip_version ${cidr.version}`)
  const free = (cidr.version === 4 ? 32 : 128) - cidr.prefixLength
  const number = numberOf(gateway)
  const isEdge = number === cidr.first || (cidr.version === 4 && number === cidr.last)
  if (contains(cidr, gateway) && free > 1 && isEdge) throw invalid('Gateway is not valid on subnet')
}

/** Throws when the CIDR overlaps another subnet of the network. */
export const checkOverlap = (
  cidr: Cidr,
  networkId: string,
  others: readonly Pick<Subnet, 'id' | 'cidr'>[],
): void => {
  const other = others.find((candidate) => overlap(cidr, cidrOf(candidate.cidr)))
  if (other)
    throw invalid(
      `Requested subnet with cidr: ${addressOf(cidr.first, cidr.version)}/${cidr.prefixLength} for network: ` +
        `${networkId} overlaps with another subnet`,
    )
}

interface Ipv6Settings {
  readonly ip_version: number
  readonly enable_dhcp: boolean
  readonly ipv6_ra_mode: Ipv6Mode | null
  readonly ipv6_address_mode: Ipv6Mode | null
}

/** Throws unless the IPv6 modes are consistent with the IP version, DHCP, each other and the prefix length. */
export const checkIpv6Modes = (subnet: Ipv6Settings, cidr: Cidr): void => {
  const { ipv6_ra_mode: raMode, ipv6_address_mode: addressMode } = subnet
  if (raMode === null && addressMode === null) return
  if (subnet.ip_version === 4)
    throw invalid(
      `${raMode === null ? 'ipv6_address_mode' : 'ipv6_ra_mode'} is not valid when ip_version is 4`,
    )
  if (!subnet.enable_dhcp)
    throw invalid('ipv6_ra_mode or ipv6_address_mode cannot be set when enable_dhcp is set to False')
  if (raMode !== null && addressMode !== null && raMode !== addressMode)
    throw invalid(
      `ipv6_ra_mode set to '${raMode}' with ipv6_address_mode set to '${addressMode}' is not valid. ` +
        'If both attributes are set, they must be the same value',
    )
  const mode = addressMode ?? raMode
  if (mode !== 'dhcpv6-stateful' && cidr.prefixLength !== 64)
    throw invalid(
      `Invalid CIDR ${addressOf(cidr.first, 6)}/${cidr.prefixLength} for IPv6 address mode. ` +
        'OpenStack uses the EUI-64 address format, which requires the prefix to be /64',
    )
}

/** Throws unless destination and next hop of every route have the subnet's IP version. */
export const checkHostRoutes = (routes: readonly HostRoute[], ipVersion: number): void => {
  for (const { destination, nexthop } of routes) {
    if (parseCidr(destination)?.version !== ipVersion || versionOf(nexthop) !== ipVersion)
      throw invalid(`host_routes ${destination} via ${nexthop} does not match the ip_version ${ipVersion}`)
  }
}
