import { fitsPattern } from '../metric/wildcards.ts'

/**
 * Whether a list of meters names one, as Ceilometer's sources have them: names with wildcards, those behind a `!` left out. Those left
 * out alone leave all others in.
 */
export const chosenMeters = (patterns: readonly string[]): ((meter: string) => boolean) => {
  const without = patterns.filter((one) => one.startsWith('!')).map((one) => one.slice(1))
  const within = patterns.filter((one) => !one.startsWith('!'))
  const fitsSome = (some: readonly string[], meter: string) => some.some((one) => fitsPattern(one, meter))
  return (meter) => !fitsSome(without, meter) && (within.length === 0 || fitsSome(within, meter))
}
