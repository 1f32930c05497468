import { length } from '../../resource-type/constraint.ts'
import { anyList, oneOf, mapOf } from '../../resource-type/property.ts'
import { alarmType } from './alarm-type.ts'

export const compositeAlarm = alarmType({
  type: 'OS::Aodh::CompositeAlarm',
  support: { since: '8.0.0' },
  properties: {
    composite_rule: mapOf(
      {
        operator: oneOf(['or', 'and'], { required: true, update: 'in-place' }),
        rules: anyList({ required: true, update: 'in-place', constraints: [length({ min: 2 })] }),
      },
      { required: true, update: 'in-place' },
    ),
  },
  kind: 'composite',
  rule: ({ composite_rule: { operator, rules } }) => ({ [operator]: rules }),
})
