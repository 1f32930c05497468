import { present } from '../../resource-type/present.ts'
import { range } from '../../resource-type/constraint.ts'
import { integer, number, oneOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const scalingPolicy = defineResourceType({
  type: 'OS::Heat::ScalingPolicy',
  properties: {
    auto_scaling_group_id: string({ required: true }),
    scaling_adjustment: number({ required: true, update: 'in-place' }),
    adjustment_type: oneOf(['change_in_capacity', 'exact_capacity', 'percent_change_in_capacity'], {
      required: true,
      update: 'in-place',
    }),
    cooldown: number({ update: 'in-place' }),
    min_adjustment_step: integer({ update: 'in-place', constraints: [range({ min: 0 })] }),
  },
  attributes: {
    alarm_url: { type: 'string', of: (_live, { resource }) => resource.data.alarm_url },
    signal_url: {
      type: 'string',
      support: { since: '5.0.0' },
      of: (_live, { resource }) => resource.data.signal_url,
    },
  },
  validate: ({ adjustment_type, min_adjustment_step }) =>
    min_adjustment_step !== undefined &&
    adjustment_type !== undefined &&
    adjustment_type !== 'percent_change_in_capacity'
      ? [
          'min_adjustment_step property should only be specified for adjustment_type with value percent_change_in_capacity.',
        ]
      : [],
  create: async ({ resource, signals, remember }) => {
    await remember({ alarm_url: await signals.signedUrl('signal'), signal_url: await signals.endpoint() })
    return resource.physicalName
  },
  update: async () => {},
  delete: async () => {},
  isDeleted: async () => true,
  suspend: async () => {},
  resume: async () => {},
  // The state that the alarm reports is ignored: the call itself is the signal. The cooldown is the group's, from a change of size
  // on: a policy with one of its own would ignore alarms after an order that the group could not follow.
  signal: async ({ properties }) => {
    const { adjustment_type, scaling_adjustment, min_adjustment_step, cooldown } = properties
    const order = present({ adjustment_type, adjustment: scaling_adjustment, min_adjustment_step, cooldown })
    return {
      reason: `${adjustment_type} : ${scaling_adjustment}`,
      orders: [{ refId: properties.auto_scaling_group_id, order }],
    }
  },
})
