import { network, networkOperations } from '@nimbo/contracts/network/network'
import { anyList, boolean, like, listOf, oneOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const providerNet = networkType({
  type: 'OS::Neutron::ProviderNet',
  support: { since: '2014.1' },
  properties: {
    name: string({ update: 'in-place' }),
    network_type: oneOf(['local', 'vlan', 'vxlan', 'gre', 'geneve', 'flat'], {
      required: true,
      update: 'in-place',
    }),
    physical_network: string({ update: 'in-place' }),
    segmentation_id: string({ update: 'in-place' }),
    admin_state_up: boolean({ update: 'in-place', default: true }),
    shared: boolean({ update: 'in-place', default: true }),
    port_security_enabled: boolean({ update: 'in-place', support: { since: '8.0.0' } }),
    router_external: boolean({ update: 'in-place', default: false, support: { since: '6.0.0' } }),
    tags: listOf(string(), { update: 'in-place', support: { since: '12.0.0' } }),
    dns_domain: like('dns_domain', { update: 'in-place', support: { since: '15.0.0' } }),
    availability_zone_hints: anyList({ update: 'in-place', support: { since: '19.0.0' } }),
    tenant_id: string({ support: { since: '24.0.0' } }),
  },
  attributes: {
    status: { type: 'string' },
    subnets: { type: 'list' },
    segments: { type: 'list', support: { since: '16.0.0' }, of: (live) => live.segments ?? [] },
  },
  kind: network,
  operations: networkOperations,
  fields: {
    network_type: 'provider:network_type',
    physical_network: 'provider:physical_network',
    router_external: 'router:external',
  },
  // The segmentation id is a text in templates.
  body: async ({ segmentation_id }) =>
    segmentation_id === undefined ? {} : { 'provider:segmentation_id': Number(segmentation_id) },
  waits: true,
})
