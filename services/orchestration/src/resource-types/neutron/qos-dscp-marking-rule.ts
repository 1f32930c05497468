import { dscpMarkingRule, dscpMarkingRuleOperations } from '@nimbo/contracts/network/qos-rules'
import { allowed } from '../../resource-type/constraint.ts'
import { integer, like, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const qosDscpMarkingRule = networkType({
  type: 'OS::Neutron::QoSDscpMarkingRule',
  support: { since: '7.0.0' },
  properties: {
    dscp_mark: integer({
      required: true,
      update: 'in-place',
      constraints: [
        allowed([0, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 46, 48, 56]),
      ],
    }),
    policy: like('neutron.qos_policy', { required: true }),
    tenant_id: string(),
  },
  kind: dscpMarkingRule,
  operations: dscpMarkingRuleOperations,
  parent: ({ policy }) => ({ policy_id: policy }),
})
