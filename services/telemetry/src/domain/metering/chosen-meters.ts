import { fitsPattern } from '../metric/wildcards.ts'

/**
 * Returns a function that checks whether a list of meters includes one, as in the sources of Ceilometer's pipelines: names may
 * have wildcards, and a leading `!` excludes them. A list of exclusions alone includes all other meters.
 */
export const chosenMeters = (patterns: readonly string[]): ((meter: string) => boolean) => {
  const without = patterns.filter((one) => one.startsWith('!')).map((one) => one.slice(1))
  const within = patterns.filter((one) => !one.startsWith('!'))
  const fitsSome = (some: readonly string[], meter: string) => some.some((one) => fitsPattern(one, meter))
  return (meter) => !fitsSome(without, meter) && (within.length === 0 || fitsSome(within, meter))
}
