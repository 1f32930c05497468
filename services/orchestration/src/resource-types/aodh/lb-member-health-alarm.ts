import { string } from '../../resource-type/property.ts'
import { alarmType } from './alarm-type.ts'

export const lbMemberHealthAlarm = alarmType({
  type: 'OS::Aodh::LBMemberHealthAlarm',
  support: { since: '13.0.0' },
  properties: {
    pool: string({ required: true, update: 'in-place' }),
    stack: string({ required: true }),
    autoscaling_group_id: string({ required: true, update: 'in-place' }),
  },
  kind: 'loadbalancer_member_health',
  rule: ({ pool, stack, autoscaling_group_id }) => ({ pool_id: pool, stack_id: stack, autoscaling_group_id }),
})
