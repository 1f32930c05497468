import { meteringLabelRule, meteringLabelRuleOperations } from '@nimbo/contracts/network/metering-label'
import { boolean, oneOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const meteringRule = networkType({
  type: 'OS::Neutron::MeteringRule',
  support: { since: '2014.1' },
  properties: {
    metering_label_id: string({ required: true }),
    remote_ip_prefix: string({ required: true }),
    direction: oneOf(['ingress', 'egress'], { default: 'ingress' }),
    excluded: boolean({ default: false }),
  },
  attributes: {
    direction: { type: 'string' },
    excluded: { type: 'string' },
    metering_label_id: { type: 'string' },
    remote_ip_prefix: { type: 'string' },
  },
  kind: meteringLabelRule,
  operations: meteringLabelRuleOperations,
})
