import { thresholdOf } from './threshold-of.ts'
import { string, integer, number, anyList, oneOf } from '../../resource-type/property.ts'
import { alarmType } from './alarm-type.ts'

export const gnocchiAggregationByMetricsAlarm = alarmType({
  type: 'OS::Aodh::GnocchiAggregationByMetricsAlarm',
  support: { since: '2015.1' },
  properties: {
    metrics: anyList({ required: true, update: 'in-place' }),
    comparison_operator: oneOf(['le', 'ge', 'eq', 'lt', 'gt', 'ne'], { update: 'in-place' }),
    evaluation_periods: integer({ update: 'in-place' }),
    aggregation_method: string({ update: 'in-place' }),
    granularity: integer({ update: 'in-place' }),
    threshold: number({ required: true, update: 'in-place' }),
  },
  kind: 'gnocchi_aggregation_by_metrics_threshold',
  rule: ({ metrics, ...threshold }) => ({ metrics, ...thresholdOf(threshold) }),
})
