import { given, namesOf } from '../also-needed.ts'
import { interfacesFor } from './ways-outside.ts'
import { portForwarding, portForwardingOperations } from '@nimbo/contracts/network/port-forwarding'
import { range } from '../../resource-type/constraint.ts'
import { integer, like, oneOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const floatingIpPortForward = networkType({
  type: 'OS::Neutron::FloatingIPPortForward',
  support: { since: '19.0.0' },
  properties: {
    internal_ip_address: like('ip_addr', { required: true, update: 'in-place' }),
    internal_port_number: integer({ update: 'in-place', constraints: [range({ min: 1, max: 65535 })] }),
    external_port: integer({
      required: true,
      update: 'in-place',
      constraints: [range({ min: 1, max: 65535 })],
    }),
    internal_port: like('neutron.port', { required: true, update: 'in-place' }),
    protocol: oneOf(['tcp', 'udp', 'icmp', 'icmp6', 'sctp', 'dccp'], { required: true, update: 'in-place' }),
    floating_ip: string({ required: true }),
  },
  kind: portForwarding,
  operations: portForwardingOperations,
  fields: { internal_port: 'internal_port_id', internal_port_number: 'internal_port' },
  parent: ({ floating_ip }) => ({ floatingip_id: floating_ip }),
  needs: (own, all) => namesOf(interfacesFor(all, given(own, 'internal_port'))),
})
