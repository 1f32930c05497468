import { apart, attribute, partlyGiven } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { tagged } from '@nimbo/resource/describe/standard-attributes'
import {
  boolean,
  integer,
  listOf,
  objectOf,
  oneOf,
  oneOfNumbers,
  orElse,
  orNull,
  text,
  uuid,
} from '@nimbo/resource/describe/value-types'
import { alien, literal, refused } from '@nimbo/resource/describe/value-type'
import { cidr, ipAddress, nameserver } from './address-types.ts'
import { ofNetwork } from './network.ts'
import { routes } from './routes.ts'
import { named, standard } from './standard.ts'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'

/** IPv6 address modes. */
const ipv6Mode = oneOf('slaac', 'dhcpv6-stateful', 'dhcpv6-stateless')

/** A range of addresses, inclusive. */
const addressRange = objectOf({ start: ipAddress, end: ipAddress })

const ranges = {
  ...listOf(addressRange),
  accept: (given: unknown) =>
    Array.isArray(given)
      ? listOf(addressRange).accept(given)
      : alien('Invalid data format for allocation pools'),
}

/** The DNS servers of a subnet; a duplicate is refused. */
const nameservers = {
  ...listOf(nameserver),
  accept: (given: unknown) => {
    const twice = Array.isArray(given) ? given.find((one, index) => given.indexOf(one) < index) : undefined
    return typeof twice === 'string'
      ? refused(`Duplicate nameserver ${literal(twice)}`)
      : listOf(nameserver).accept(given)
  },
}

/**
 * The id of a pool. In Neutron, `prefix_delegation` in its place makes agents request a prefix by DHCPv6, which is not supported
 * here.
 */
const poolId: typeof uuid = {
  ...uuid,
  accept: (given) =>
    given === 'prefix_delegation' ? refused('IPv6 prefix delegation is not supported') : uuid.accept(given),
}

/** A CIDR; a request and a filter that contain none get the same error message. */
const subnetCidr: typeof cidr = {
  ...cidr,
  accept: (given) =>
    'problem' in cidr.accept(given)
      ? alien(`${typeof given === 'string' ? given : literal(given)} is not in a CIDR format`)
      : cidr.accept(given),
}

/** A subnet. */
export const subnet = resource(
  'subnet',
  'subnets',
  {
    ...standard,
    network_id: attribute(uuid, { on: 'create', required: true }),
    ...named,
    ip_version: attribute(oneOfNumbers(4, 6), { on: 'create', required: true, example: 4 }),
    cidr: partlyGiven(subnetCidr, orNull(subnetCidr), { on: 'create', example: '192.0.2.0/24' }),
    gateway_ip: attribute(orNull(ipAddress), { on: 'create update' }),
    allocation_pools: attribute(ranges, { on: 'create update', filter: false }),
    enable_dhcp: attribute(boolean, { on: 'create update', default: true }),
    ipv6_ra_mode: attribute(orNull(ipv6Mode), { on: 'create' }),
    ipv6_address_mode: attribute(orNull(ipv6Mode), { on: 'create' }),
    dns_nameservers: attribute(orElse([], nameservers), {
      on: 'create update',
      default: [],
      filter: false,
    }),
    host_routes: attribute(orElse([], routes), {
      on: 'create update',
      default: [],
      filter: false,
    }),
    service_types: attribute(listOf(text()), { on: 'create update', default: [], filter: false }),
    subnetpool_id: attribute(orNull(poolId), { on: 'create', default: null }),
    /** Its segment on a routed network. */
    segment_id: attribute(orNull(uuid), { on: 'create update', default: null }),
    // Requested prefix length for allocation from a pool; not stored.
    prefixlen: apart(orNull(integer(0, 128)), { on: 'create', filter: false, shown: false }),
    use_default_subnetpool: apart(orNull(boolean), { on: 'create', filter: false, shown: false }),
    /** Whether its network is external. */
    'router:external': apart(boolean, {}),
    ...tagged,
  },
  { parent: ofNetwork, filters: { shared: boolean } },
)

export type Subnet = Of<typeof subnet>
export type PlainSubnet = Plain<typeof subnet>
export type Ipv6Mode = NonNullable<Subnet['ipv6_ra_mode']>
export type AddressRange = Subnet['allocation_pools'][number]
export type HostRoute = Subnet['host_routes'][number]

const rangeErrors = [
  'InvalidInput',
  'InvalidAllocationPool',
  'OutOfBoundsAllocationPool',
  'OverlappingAllocationPools',
  'GatewayConflictWithAllocationPools',
  'DNSNameServersExhausted',
  'HostRoutesExhausted',
]

const segmentErrors = ['SegmentNotFound', 'NetworkIdsDontMatch', 'SubnetsNotAllAssociatedWithSegments']

export const subnetOperations = crud(subnet, {
  notFound: 'SubnetNotFound',
  create: [
    'NetworkNotFound',
    ...rangeErrors,
    'BadRequest',
    'SubnetPoolNotFound',
    'MinPrefixSubnetAllocationError',
    'MaxPrefixSubnetAllocationError',
    'SubnetPoolQuotaExceeded',
    'SubnetAllocationError',
    'NetworkSubnetPoolAffinityError',
    'NetworkAddressScopeAffinityError',
    ...segmentErrors,
    'OverQuota',
  ],
  update: [
    ...rangeErrors,
    ...segmentErrors,
    'SubnetSegmentAssociationChangeNotAllowed',
    'GatewayIpInUse',
    'RevisionNumberConstraintFailed',
  ],
  delete: ['SubnetInUse', 'RevisionNumberConstraintFailed'],
})

export const subnetNotifications = resourceNotifications('subnet', { whenDeleted: 'whole' })
