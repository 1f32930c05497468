import { given, namesOf } from '../also-needed.ts'
import { gatewaysTo, interfacesFor } from './ways-outside.ts'
import { floatingIp as floatingIpKind, floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import { anyMap, like } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const floatingIp = networkType({
  type: 'OS::Neutron::FloatingIP',
  properties: {
    floating_network_id: like('neutron.network', {
      replacedBy: 'floating_network',
      support: { status: 'HIDDEN', since: '5.0.0' },
    }),
    floating_network: like('neutron.network', { required: true, support: { since: '2014.2' } }),
    floating_subnet: like('neutron.subnet', { support: { since: '9.0.0' } }),
    value_specs: anyMap({ default: {} }),
    port_id: like('neutron.port', { update: 'in-place' }),
    fixed_ip_address: like('ip_addr', { update: 'in-place' }),
    floating_ip_address: like('ip_addr', { support: { since: '5.0.0' } }),
    dns_name: like('rel_dns_name', { update: 'in-place', support: { since: '7.0.0' } }),
    dns_domain: like('dns_domain', { update: 'in-place', support: { since: '7.0.0' } }),
  },
  attributes: {
    router_id: { type: 'string' },
    tenant_id: { type: 'string', of: (live) => live.project_id },
    floating_network_id: { type: 'string' },
    fixed_ip_address: { type: 'string' },
    floating_ip_address: { type: 'string' },
    port_id: { type: 'string' },
  },
  kind: floatingIpKind,
  operations: floatingIpOperations,
  fields: { floating_network: 'floating_network_id', floating_subnet: 'subnet_id' },
  needs: (own, all) =>
    namesOf([
      ...gatewaysTo(all, given(own, 'floating_network', 'floating_network_id')),
      ...interfacesFor(all, given(own, 'port_id')),
    ]),
})
