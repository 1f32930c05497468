import type { JsonObject } from '@nimbo/kernel/json'
import type { ChildStack } from '../../resource-type/child-stack.ts'
import type { Handling, Standing } from '../../resource-type/handling.ts'
import type { SignalOutcome } from '../../resource-type/signals.ts'
import { adjusted, isAdjustmentType } from './adjusted.ts'
import { cooldownEnd, isCooling } from './cooldown.ts'

interface Sizes {
  readonly min_size: number
  readonly max_size: number
  readonly desired_capacity?: number
  readonly cooldown?: number
}

/** Checks the sizes of a group; returns what is wrong. */
export const sizeProblems = ({ min_size, max_size, desired_capacity }: Partial<Sizes>): readonly string[] => [
  ...(min_size !== undefined && max_size !== undefined && max_size < min_size
    ? ['MinSize can not be greater than MaxSize']
    : []),
  ...(desired_capacity !== undefined &&
  ((min_size !== undefined && desired_capacity < min_size) ||
    (max_size !== undefined && desired_capacity > max_size))
    ? ['DesiredCapacity must be between MinSize and MaxSize']
    : []),
]

const within = ({ min_size, max_size }: Sizes, size: number): number =>
  Math.min(max_size, Math.max(min_size, size))

/** The target size of a group: the last scaled one, unless `desired_capacity` was changed in the template. */
export const capacityOf = async (
  { properties, resource, remember }: Handling<Sizes>,
  child: ChildStack | undefined,
): Promise<number> => {
  const { desired_capacity } = properties
  const said = String(desired_capacity ?? '')
  const isNewWish = resource.data.desired !== said && desired_capacity !== undefined
  const before = Number(resource.data.capacity ?? child?.members.length ?? properties.min_size)
  const capacity = within(properties, isNewWish ? desired_capacity : before)
  // An unchanged value is not stored again, since that could undo a size that another process has stored meanwhile.
  const isOther = resource.data.capacity !== String(capacity)
  if (isOther) await remember({ desired: said, capacity: String(capacity) })
  else if (resource.data.desired !== said) await remember({ desired: said })
  return capacity
}

/**
 * Scales a group by a policy's order. During the cooldown or an action in progress, of the group or its members, its size is
 * unchanged.
 */
export const scale = async (handling: Standing<Sizes>, order: JsonObject): Promise<SignalOutcome> => {
  const { properties, resource, child, clock } = handling
  const { adjustment_type, adjustment, min_adjustment_step } = order
  const type = String(adjustment_type)
  if (!isAdjustmentType(type)) return { reason: `${type} is no way to scale` }
  if (resource.isBusy || child?.isBusy || isCooling(resource.metadata, clock))
    return { reason: 'Scaling is not due now' }
  const before = Number(resource.data.capacity ?? child?.members.length ?? 0)
  const asked = adjusted(before, {
    type,
    adjustment: Number(adjustment),
    leastStep: min_adjustment_step === undefined ? undefined : Number(min_adjustment_step),
  })
  const capacity = within(properties, asked)
  if (capacity === before) return { reason: `The group keeps its ${before} members` }
  const cooldown = Number(order.cooldown ?? properties.cooldown ?? 0)
  return {
    reason: `The group goes from ${before} to ${capacity} members`,
    data: { capacity: String(capacity) },
    metadata: cooldownEnd(resource.metadata, clock, {
      seconds: cooldown,
      reason: `${type} : ${String(adjustment)}`,
    }),
    changesChild: true,
  }
}
