/** The median of numbers, the larger of two middle ones; NaN for none. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN
