import { thresholdOf } from './threshold-of.ts'
import { string, integer, number, oneOf } from '../../resource-type/property.ts'
import { alarmType } from './alarm-type.ts'

export const gnocchiResourcesAlarm = alarmType({
  type: 'OS::Aodh::GnocchiResourcesAlarm',
  support: { since: '2015.1' },
  properties: {
    metric: string({ required: true, update: 'in-place' }),
    resource_id: string({ required: true, update: 'in-place' }),
    resource_type: string({ required: true, update: 'in-place' }),
    comparison_operator: oneOf(['le', 'ge', 'eq', 'lt', 'gt', 'ne'], { update: 'in-place' }),
    evaluation_periods: integer({ update: 'in-place' }),
    aggregation_method: string({ update: 'in-place' }),
    granularity: integer({ update: 'in-place' }),
    threshold: number({ required: true, update: 'in-place' }),
  },
  kind: 'gnocchi_resources_threshold',
  rule: ({ metric, resource_id, resource_type, ...threshold }) => ({
    ...{ metric, resource_id, resource_type },
    ...thresholdOf(threshold),
  }),
})
