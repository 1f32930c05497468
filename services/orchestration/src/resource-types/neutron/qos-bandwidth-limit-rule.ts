import { bandwidthLimitRule, bandwidthLimitRuleOperations } from '@nimbo/contracts/network/qos-rules'
import { range } from '../../resource-type/constraint.ts'
import { integer, like, oneOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const qosBandwidthLimitRule = networkType({
  type: 'OS::Neutron::QoSBandwidthLimitRule',
  support: { since: '6.0.0' },
  properties: {
    max_kbps: integer({ required: true, update: 'in-place', constraints: [range({ min: 0 })] }),
    max_burst_kbps: integer({ update: 'in-place', default: 0, constraints: [range({ min: 0 })] }),
    direction: oneOf(['egress', 'ingress'], {
      update: 'in-place',
      default: 'egress',
      support: { since: '13.0.0' },
    }),
    policy: like('neutron.qos_policy', { required: true }),
    tenant_id: string(),
  },
  kind: bandwidthLimitRule,
  operations: bandwidthLimitRuleOperations,
  parent: ({ policy }) => ({ policy_id: policy }),
})
