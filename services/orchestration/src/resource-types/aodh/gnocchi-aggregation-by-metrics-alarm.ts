import { thresholdOf, thresholdProperties } from './threshold-of.ts'
import { anyList } from '../../resource-type/property.ts'
import { alarmType } from './alarm-type.ts'

export const gnocchiAggregationByMetricsAlarm = alarmType({
  type: 'OS::Aodh::GnocchiAggregationByMetricsAlarm',
  support: { since: '2015.1' },
  properties: {
    metrics: anyList({ required: true, update: 'in-place' }),
    ...thresholdProperties,
  },
  kind: 'gnocchi_aggregation_by_metrics_threshold',
  rule: ({ metrics, ...threshold }) => ({ metrics, ...thresholdOf(threshold) }),
})
