import { minimumBandwidthRule, minimumBandwidthRuleOperations } from '@nimbo/contracts/network/qos-rules'
import { range } from '../../resource-type/constraint.ts'
import { integer, like, oneOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const qosMinimumBandwidthRule = networkType({
  type: 'OS::Neutron::QoSMinimumBandwidthRule',
  support: { since: '14.0.0' },
  properties: {
    min_kbps: integer({ required: true, update: 'in-place', constraints: [range({ min: 0 })] }),
    direction: oneOf(['egress', 'ingress'], { update: 'in-place', default: 'egress' }),
    policy: like('neutron.qos_policy', { required: true }),
    tenant_id: string(),
  },
  kind: minimumBandwidthRule,
  operations: minimumBandwidthRuleOperations,
  parent: ({ policy }) => ({ policy_id: policy }),
})
