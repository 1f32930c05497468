import { present } from '../../resource-type/present.ts'
import { string, integer, number, anyMap, oneOf, listOf, mapOf } from '../../resource-type/property.ts'
import { alarmType } from './alarm-type.ts'

export const alarm = alarmType({
  type: 'OS::Aodh::Alarm',
  support: { status: 'DEPRECATED', since: '10.0.0' },
  properties: {
    comparison_operator: oneOf(['le', 'ge', 'eq', 'lt', 'gt', 'ne'], { update: 'in-place' }),
    evaluation_periods: integer({ update: 'in-place' }),
    meter_name: string({ required: true }),
    period: integer({ update: 'in-place' }),
    statistic: oneOf(['count', 'avg', 'sum', 'min', 'max'], { update: 'in-place' }),
    threshold: number({ required: true, update: 'in-place' }),
    matching_metadata: anyMap({ update: 'in-place', default: {} }),
    query: listOf(
      mapOf({
        field: string(),
        type: oneOf(['integer', 'float', 'string', 'boolean', 'datetime'], {
          default: 'string',
          support: { since: '8.0.0' },
        }),
        op: oneOf(['le', 'ge', 'eq', 'lt', 'gt', 'ne']),
        value: string(),
      }),
      { update: 'in-place', support: { since: '2015.1' } },
    ),
  },
  kind: 'threshold',
  rule: ({ meter_name, matching_metadata: _matching, query, ...threshold }) =>
    present({ meter_name, query, ...threshold }),
})
