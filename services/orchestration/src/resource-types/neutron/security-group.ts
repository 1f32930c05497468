import { protocols } from './protocols.ts'
import { replaceRules } from './rules-of-group.ts'
import {
  securityGroup as securityGroupKind,
  securityGroupOperations,
} from '@nimbo/contracts/network/security-group'
import { range } from '../../resource-type/constraint.ts'
import { boolean, integer, like, listOf, mapOf, oneOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const securityGroup = networkType({
  type: 'OS::Neutron::SecurityGroup',
  support: { since: '2014.1' },
  properties: {
    name: string({ update: 'in-place' }),
    description: string({ update: 'in-place' }),
    rules: listOf(
      mapOf({
        direction: oneOf(['ingress', 'egress'], { default: 'ingress' }),
        ethertype: oneOf(['IPv4', 'IPv6'], { default: 'IPv4' }),
        port_range_min: integer({ constraints: [range({ min: 0, max: 65535 })] }),
        port_range_max: integer({ constraints: [range({ min: 0, max: 65535 })] }),
        protocol: oneOf(protocols),
        remote_mode: oneOf(['remote_ip_prefix', 'remote_group_id'], { default: 'remote_ip_prefix' }),
        remote_group_id: like('neutron.security_group'),
        remote_ip_prefix: like('net_cidr'),
        description: string({ support: { since: '27.0.0' } }),
      }),
      { update: 'in-place', default: [] },
    ),
    stateful: boolean({ update: 'in-place', support: { since: '27.0.0' } }),
  },
  kind: securityGroupKind,
  operations: securityGroupOperations,
  validate: ({ name }) =>
    name === 'default' ? ['Security groups cannot be assigned the name "default".'] : [],
  complete: async ({ clients, properties, id }, changed) => {
    if (changed.has('rules')) await replaceRules(clients, id, properties.rules)
  },
})
