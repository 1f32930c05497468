import { present } from '../../resource-type/present.ts'
import { string, number, oneOf } from '../../resource-type/property.ts'
import { alarmType } from './alarm-type.ts'

export const prometheusAlarm = alarmType({
  type: 'OS::Aodh::PrometheusAlarm',
  support: { since: '22.0.0' },
  properties: {
    comparison_operator: oneOf(['le', 'ge', 'eq', 'lt', 'gt', 'ne'], { update: 'in-place' }),
    query: string({ required: true, update: 'in-place' }),
    threshold: number({ required: true, update: 'in-place' }),
  },
  kind: 'prometheus',
  rule: ({ query, comparison_operator, threshold }) => present({ query, comparison_operator, threshold }),
})
