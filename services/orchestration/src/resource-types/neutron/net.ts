import { network, networkOperations } from '@nimbo/contracts/network/network'
import { serveBy } from './serve-by.ts'
import { anyList, anyMap, boolean, like, listOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const net = networkType({
  type: 'OS::Neutron::Net',
  properties: {
    name: string({ update: 'in-place' }),
    value_specs: anyMap({ update: 'in-place', default: {} }),
    admin_state_up: boolean({ update: 'in-place', default: true }),
    tenant_id: string(),
    shared: boolean({ update: 'in-place', default: false }),
    dhcp_agent_ids: anyList({ update: 'in-place' }),
    port_security_enabled: boolean({ update: 'in-place', support: { since: '5.0.0' } }),
    qos_policy: like('neutron.qos_policy', { update: 'in-place', support: { since: '6.0.0' } }),
    dns_domain: like('dns_domain', { update: 'in-place', support: { since: '7.0.0' } }),
    availability_zone_hints: anyList({ support: { since: '19.0.0' } }),
    tags: listOf(string(), { update: 'in-place', support: { since: '9.0.0' } }),
  },
  attributes: {
    status: { type: 'string' },
    name: { type: 'string' },
    subnets: { type: 'list' },
    admin_state_up: { type: 'string' },
    tenant_id: { type: 'string', of: (live) => live.project_id },
    port_security_enabled: { type: 'boolean', support: { since: '5.0.0' } },
    mtu: { type: 'integer', support: { since: '5.0.0' } },
    qos_policy_id: { type: 'string', support: { since: '6.0.0' } },
    l2_adjacency: { type: 'boolean', support: { since: '9.0.0' } },
    segments: { type: 'list', support: { since: '11.0.0' }, of: (live) => live.segments ?? [] },
  },
  kind: network,
  operations: networkOperations,
  fields: { qos_policy: 'qos_policy_id' },
  waits: true,
  complete: async ({ clients, properties, id }, changed) => {
    if (changed.has('dhcp_agent_ids'))
      await serveBy(clients, id, (properties.dhcp_agent_ids ?? []).map(String))
  },
})
