const types = ['change_in_capacity', 'exact_capacity', 'percent_change_in_capacity'] as const
export type AdjustmentType = (typeof types)[number]

export const isAdjustmentType = (name: string): name is AdjustmentType => types.some((type) => type === name)

interface Adjustment {
  readonly type: AdjustmentType
  readonly adjustment: number
  /** By so many members at least, where a percentage is asked. */
  readonly leastStep: number | undefined
}

/** A share of members as a whole number: less than one counts as one, more is cut. */
const whole = (share: number): number => (Math.abs(share) < 1 ? Math.sign(share) : Math.trunc(share))

/** What an adjustment makes of a number of members, before the limits of the group. */
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
