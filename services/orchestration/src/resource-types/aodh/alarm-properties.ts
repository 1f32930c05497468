import { range } from '../../resource-type/constraint.ts'
import {
  anyList,
  boolean,
  integer,
  like,
  listOf,
  mapOf,
  oneOf,
  string,
  type ValuesOf,
} from '../../resource-type/property.ts'

/** The properties of all alarm types. */
export const alarmProperties = {
  description: string({ update: 'in-place' }),
  enabled: boolean({ update: 'in-place', default: true }),
  alarm_actions: anyList({ update: 'in-place' }),
  ok_actions: anyList({ update: 'in-place' }),
  insufficient_data_actions: anyList({ update: 'in-place' }),
  alarm_queues: listOf(like('zaqar.queue'), { update: 'in-place', default: [], support: { since: '8.0.0' } }),
  ok_queues: listOf(like('zaqar.queue'), { update: 'in-place', default: [], support: { since: '8.0.0' } }),
  insufficient_data_queues: listOf(like('zaqar.queue'), {
    update: 'in-place',
    default: [],
    support: { since: '8.0.0' },
  }),
  repeat_actions: boolean({ update: 'in-place', default: true }),
  severity: oneOf(['low', 'moderate', 'critical'], {
    update: 'in-place',
    default: 'low',
    support: { since: '5.0.0' },
  }),
  time_constraints: listOf(
    mapOf({
      name: string({ required: true }),
      start: like('cron_expression', { required: true }),
      description: string(),
      duration: integer({ required: true, constraints: [range({ min: 0 })] }),
      timezone: like('timezone'),
    }),
    { default: [], support: { since: '5.0.0' } },
  ),
}

export type AlarmProperties = ValuesOf<typeof alarmProperties>
