import { thresholdOf, thresholdProperties } from './threshold-of.ts'
import { string } from '../../resource-type/property.ts'
import { alarmType } from './alarm-type.ts'

export const gnocchiAggregationByResourcesAlarm = alarmType({
  type: 'OS::Aodh::GnocchiAggregationByResourcesAlarm',
  support: { since: '2015.1' },
  properties: {
    metric: string({ required: true, update: 'in-place' }),
    query: string({ required: true, update: 'in-place' }),
    resource_type: string({ required: true, update: 'in-place' }),
    ...thresholdProperties,
  },
  kind: 'gnocchi_aggregation_by_resources_threshold',
  rule: ({ metric, resource_type, query, ...threshold }) => ({
    ...{ metric, resource_type, query },
    ...thresholdOf(threshold),
  }),
})
