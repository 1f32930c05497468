import { isIP } from 'node:net'
import { subnet as subnetKind, subnetOperations } from '@nimbo/contracts/network/subnet'
import { allowed, range } from '../../resource-type/constraint.ts'
import {
  anyList,
  anyMap,
  boolean,
  integer,
  like,
  listOf,
  mapOf,
  oneOf,
  string,
} from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const subnet = networkType({
  type: 'OS::Neutron::Subnet',
  properties: {
    network_id: like('neutron.network', {
      replacedBy: 'network',
      support: { status: 'HIDDEN', since: '5.0.0' },
    }),
    network: like('neutron.network', { required: true, support: { since: '2014.2' } }),
    subnetpool: like('neutron.subnetpool', { support: { since: '6.0.0' } }),
    prefixlen: integer({ support: { since: '6.0.0' }, constraints: [range({ min: 0 })] }),
    cidr: like('net_cidr'),
    value_specs: anyMap({ update: 'in-place', default: {} }),
    name: string({ update: 'in-place' }),
    ip_version: integer({ default: 4, constraints: [allowed([4, 6])] }),
    dns_nameservers: anyList({ update: 'in-place', default: [] }),
    gateway_ip: string({ update: 'in-place' }),
    enable_dhcp: boolean({ update: 'in-place', default: true }),
    allocation_pools: listOf(
      mapOf({ start: like('ip_addr', { required: true }), end: like('ip_addr', { required: true }) }),
      { update: 'in-place' },
    ),
    tenant_id: string(),
    host_routes: listOf(
      mapOf({
        destination: like('net_cidr', { required: true }),
        nexthop: like('ip_addr', { required: true }),
      }),
      { update: 'in-place' },
    ),
    ipv6_ra_mode: oneOf(['dhcpv6-stateful', 'dhcpv6-stateless', 'slaac'], { support: { since: '2015.1' } }),
    ipv6_address_mode: oneOf(['dhcpv6-stateful', 'dhcpv6-stateless', 'slaac'], {
      support: { since: '2015.1' },
    }),
    segment: like('neutron.segment', { update: 'in-place', support: { since: '11.0.0' } }),
    tags: listOf(string(), { update: 'in-place', support: { since: '9.0.0' } }),
  },
  attributes: {
    name: { type: 'string' },
    network_id: { type: 'string' },
    tenant_id: { type: 'string', of: (live) => live.project_id },
    allocation_pools: { type: 'list' },
    gateway_ip: { type: 'string' },
    host_routes: { type: 'list' },
    ip_version: { type: 'string' },
    cidr: { type: 'string' },
    dns_nameservers: { type: 'list' },
    enable_dhcp: { type: 'string' },
  },
  kind: subnetKind,
  operations: subnetOperations,
  fields: { network: 'network_id', subnetpool: 'subnetpool_id' },
  // An empty text disables the gateway.
  body: async ({ gateway_ip }) => (gateway_ip === '' ? { gateway_ip: null } : {}),
  validate: ({ cidr, subnetpool, prefixlen, gateway_ip, ipv6_ra_mode, ipv6_address_mode, ip_version }) => [
    ...(cidr !== undefined && subnetpool !== undefined ? ['cidr and subnetpool cannot be given both.'] : []),
    ...(cidr !== undefined && prefixlen !== undefined ? ['cidr and prefixlen cannot be given both.'] : []),
    ...(gateway_ip !== undefined && gateway_ip !== '' && isIP(gateway_ip) === 0
      ? [`Invalid gateway ip: ${gateway_ip}`]
      : []),
    ...(ip_version === 4 && (ipv6_ra_mode !== undefined || ipv6_address_mode !== undefined)
      ? ['ipv6_ra_mode and ipv6_address_mode are not supported for ipv4.']
      : []),
  ],
})
