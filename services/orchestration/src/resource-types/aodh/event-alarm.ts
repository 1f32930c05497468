import { string, oneOf, listOf, mapOf } from '../../resource-type/property.ts'
import { alarmType } from './alarm-type.ts'

export const eventAlarm = alarmType({
  type: 'OS::Aodh::EventAlarm',
  support: { since: '8.0.0' },
  properties: {
    event_type: string({ update: 'in-place', default: '*' }),
    query: listOf(
      mapOf({
        field: string(),
        type: oneOf(['integer', 'float', 'string', 'boolean', 'datetime'], { default: 'string' }),
        op: oneOf(['le', 'ge', 'eq', 'lt', 'gt', 'ne']),
        value: string(),
      }),
      { update: 'in-place' },
    ),
  },
  kind: 'event',
  rule: ({ event_type, query }) => ({ event_type, query: query ?? [] }),
})
