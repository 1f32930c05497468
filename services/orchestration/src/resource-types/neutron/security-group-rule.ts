import { protocols } from './protocols.ts'
import {
  securityGroupRule as securityGroupRuleKind,
  securityGroupRuleOperations,
} from '@nimbo/contracts/network/security-group-rule'
import { range } from '../../resource-type/constraint.ts'
import { integer, like, oneOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const securityGroupRule = networkType({
  type: 'OS::Neutron::SecurityGroupRule',
  support: { since: '7.0.0' },
  properties: {
    security_group: like('neutron.security_group', { required: true }),
    description: string(),
    direction: oneOf(['ingress', 'egress'], { default: 'ingress' }),
    ethertype: oneOf(['IPv4', 'IPv6'], { default: 'IPv4' }),
    port_range_min: integer({ constraints: [range({ min: 0, max: 65535 })] }),
    port_range_max: integer({ constraints: [range({ min: 0, max: 65535 })] }),
    protocol: oneOf(protocols, { default: 'tcp' }),
    remote_group: like('neutron.security_group'),
    remote_ip_prefix: like('net_cidr'),
  },
  kind: securityGroupRuleKind,
  operations: securityGroupRuleOperations,
  fields: { security_group: 'security_group_id', remote_group: 'remote_group_id' },
})
