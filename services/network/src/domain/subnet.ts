import { boolean, cidr, ipAddress, listOf, objectOf, oneOf, orNull, text, uuid } from './accept.ts'
import { type Accept, accepted, type ResourceType, refused, standardAttributes } from './attribute.ts'
import { canonicalAddress, isAddress } from './ip.ts'
import type { AddressRange } from './ipam/allocation-pools.ts'
import { ofNetwork } from './network.ts'

const ipv6Modes = ['slaac', 'dhcpv6-stateful', 'dhcpv6-stateless'] as const
export type Ipv6Mode = (typeof ipv6Modes)[number]

export interface HostRoute {
  readonly destination: string
  readonly nexthop: string
}

export interface Subnet {
  readonly id: string
  readonly project_id: string
  readonly network_id: string
  readonly name: string
  readonly description: string
  readonly ip_version: 4 | 6
  readonly cidr: string
  readonly gateway_ip: string | null
  readonly allocation_pools: readonly AddressRange[]
  readonly enable_dhcp: boolean
  readonly ipv6_ra_mode: Ipv6Mode | null
  readonly ipv6_address_mode: Ipv6Mode | null
  readonly dns_nameservers: readonly string[]
  readonly host_routes: readonly HostRoute[]
  readonly service_types: readonly string[]
  readonly subnetpool_id: string | null
  readonly tags: readonly string[]
  readonly revision_number: number
  readonly created_at: string
  readonly updated_at: string
}

/** A subnet without what lies in other tables. */
export type PlainSubnet = Omit<Subnet, 'tags'>

const nameserver: Accept = (value) =>
  typeof value === 'string' && isAddress(value)
    ? accepted(canonicalAddress(value))
    : refused(`'${String(value)}' is not a valid nameserver`)

const address = { accept: ipAddress, required: true }

export const subnetType: ResourceType = {
  name: 'subnet',
  collection: 'subnets',
  path: 'subnets',
  parent: ofNetwork,
  attributes: {
    ...standardAttributes(text()),
    network_id: { shape: 'text', post: true, accept: uuid, required: true },
    name: { shape: 'text', post: true, put: true, accept: text(), default: '' },
    description: { shape: 'text', post: true, put: true, accept: text(), default: '' },
    ip_version: {
      shape: 'integer',
      post: true,
      required: true,
      accept: (value) => oneOf(4, 6)(typeof value === 'string' ? Number(value) : value),
    },
    cidr: { shape: 'text', post: true, accept: cidr, required: true },
    gateway_ip: { shape: 'text', post: true, put: true, accept: orNull(ipAddress) },
    allocation_pools: {
      shape: 'json',
      post: true,
      put: true,
      accept: listOf(objectOf({ start: address, end: address })),
      unfilterable: true,
    },
    enable_dhcp: { shape: 'boolean', post: true, put: true, accept: boolean, default: true },
    ipv6_ra_mode: { shape: 'text', post: true, accept: oneOf(...ipv6Modes, null) },
    ipv6_address_mode: { shape: 'text', post: true, accept: oneOf(...ipv6Modes, null) },
    dns_nameservers: {
      shape: 'json',
      post: true,
      put: true,
      accept: (value) => (value === null ? accepted([]) : listOf(nameserver)(value)),
      default: [],
      unfilterable: true,
    },
    host_routes: {
      shape: 'json',
      post: true,
      put: true,
      accept: (value) =>
        value === null
          ? accepted([])
          : listOf(objectOf({ destination: { accept: cidr, required: true }, nexthop: address }))(value),
      default: [],
      unfilterable: true,
    },
    service_types: {
      shape: 'json',
      post: true,
      put: true,
      accept: listOf(text()),
      default: [],
      unfilterable: true,
    },
    subnetpool_id: { shape: 'text' },
    tags: { shape: 'related' },
  },
}

/** Whether addresses of this subnet follow from a port's MAC instead of being picked from its pools. */
export const hasAutoAddresses = (subnet: Pick<Subnet, 'ip_version' | 'ipv6_address_mode'>): boolean =>
  subnet.ip_version === 6 &&
  (subnet.ipv6_address_mode === 'slaac' || subnet.ipv6_address_mode === 'dhcpv6-stateless')
