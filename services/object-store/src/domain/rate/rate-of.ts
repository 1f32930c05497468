import type { Numbered } from '@nimbo/config/option-types'

/**
 * The allowed rate, in requests per second, for a container with this many objects: interpolated linearly between the configured
 * sizes. Undefined if unlimited.
 */
export const rateOf = (rates: readonly Numbered[], objects: number): number | undefined => {
  // Swift does not limit empty containers, whose size it treats as unknown.
  if (objects === 0) return undefined
  const sorted = [...rates].sort((one, other) => one.number - other.number)
  const index = sorted.findLastIndex(({ number }) => number <= objects)
  const [below, above] = [sorted[index], sorted[index + 1]]
  if (!below || !above) return below?.value
  const slope = (above.value - below.value) / (above.number - below.number)
  return below.value + (objects - below.number) * slope
}
