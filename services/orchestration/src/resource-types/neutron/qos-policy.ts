import { qosPolicy as qosPolicyKind, qosPolicyOperations } from '@nimbo/contracts/network/qos-policy'
import { boolean, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const qosPolicy = networkType({
  type: 'OS::Neutron::QoSPolicy',
  support: { since: '6.0.0' },
  properties: {
    name: string({ update: 'in-place' }),
    description: string({ update: 'in-place' }),
    shared: boolean({ update: 'in-place', default: false }),
    tenant_id: string(),
  },
  attributes: {
    rules: { type: 'list' },
  },
  kind: qosPolicyKind,
  operations: qosPolicyOperations,
})
