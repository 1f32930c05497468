const types = ['change_in_capacity', 'exact_capacity', 'percent_change_in_capacity'] as const
export type AdjustmentType = (typeof types)[number]

export const isAdjustmentType = (name: string): name is AdjustmentType => types.some((type) => type === name)

interface Adjustment {
  readonly type: AdjustmentType
  readonly adjustment: number
  /** The minimum number of members to change by, for percentages. */
  readonly leastStep: number | undefined
}

/** Rounds a number of members: less than one becomes one, others are truncated. */
const whole = (share: number): number => (Math.abs(share) < 1 ? Math.sign(share) : Math.trunc(share))

/** Applies an adjustment to a group's size, before its minimum and maximum. */
export const adjusted = (size: number, { type, adjustment, leastStep }: Adjustment): number => {
  switch (type) {
    case 'change_in_capacity':
      return size + adjustment
    case 'exact_capacity':
      return adjustment
    case 'percent_change_in_capacity': {
      const step = whole((size * adjustment) / 100)
      return leastStep !== undefined && Math.abs(step) < leastStep
        ? size + Math.sign(adjustment) * leastStep
        : size + step
    }
  }
}
