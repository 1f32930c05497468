import type { Numbered } from '@nimbo/config/option-types'

/**
 * Requests in a second that a container of so many objects allows: rates are given for some numbers of objects, and what lies between two
 * of them is in proportion. Undefined where any number is allowed.
 */
export const rateOf = (rates: readonly Numbered[], objects: number): number | undefined => {
  // Swift takes an empty container for one that it knows nothing of.
  if (objects === 0) return undefined
  const sorted = [...rates].sort((one, other) => one.number - other.number)
  const index = sorted.findLastIndex(({ number }) => number <= objects)
  const [below, above] = [sorted[index], sorted[index + 1]]
  if (!below || !above) return below?.value
  const slope = (above.value - below.value) / (above.number - below.number)
  return below.value + (objects - below.number) * slope
}
