import { minimumPacketRateRule, minimumPacketRateRuleOperations } from '@nimbo/contracts/network/qos-rules'
import { range } from '../../resource-type/constraint.ts'
import { integer, like, oneOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const qosMinimumPacketRateRule = networkType({
  type: 'OS::Neutron::QoSMinimumPacketRateRule',
  support: { since: '19.0.0' },
  properties: {
    min_kpps: integer({ required: true, update: 'in-place', constraints: [range({ min: 0 })] }),
    direction: oneOf(['any', 'egress', 'ingress'], { update: 'in-place', default: 'egress' }),
    policy: like('neutron.qos_policy', { required: true }),
    tenant_id: string(),
  },
  kind: minimumPacketRateRule,
  operations: minimumPacketRateRuleOperations,
  parent: ({ policy }) => ({ policy_id: policy }),
})
