import { type Item, textAt } from '../panel/item.ts'
import { itemsIn } from '../panel/reply-items.ts'

/** The maximum number of points of a chart: more points than its width in pixels cannot be seen. */
const mostPoints = 500

/** Parses a timespan of Gnocchi, such as `0:05:00` or `30 days, 0:00:00`, to seconds; NaN if it is none. */
export const secondsOf = (span: string): number => {
  const found = /^(?:(\d+) days?, )?(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(span)
  if (!found) return Number.NaN
  const [, days = '0', hours, minutes, seconds] = found
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
}

/** Aggregation and granularity of a request for measures. */
export interface Resolution {
  readonly aggregation: string
  /** In seconds. */
  readonly granularity: number
}

/** Prefers the rate of change for counters, which only grow, if the archive policy keeps it. */
const aggregationOf = (methods: readonly string[]): string =>
  ['rate:mean', 'mean', 'last', 'sum', 'count'].find((method) => methods.includes(method)) ??
  methods[0] ??
  'mean'

/**
 * The finest granularity of the archive policy that covers the period with at most `mostPoints` points; the coarsest one if none
 * does; undefined if the policy has none.
 */
export const resolutionFor = (policy: Item, periodSeconds: number): Resolution | undefined => {
  const levels = itemsIn(policy.definition)
    .map((level) => ({
      granularity: secondsOf(textAt(level, 'granularity')),
      timespan: secondsOf(textAt(level, 'timespan')),
    }))
    .filter(({ granularity }) => granularity > 0)
    .toSorted((one, other) => one.granularity - other.granularity)
  const fitting =
    levels.find(
      ({ granularity, timespan }) => timespan >= periodSeconds && periodSeconds / granularity <= mostPoints,
    ) ?? levels.at(-1)
  if (fitting === undefined) return undefined
  const methods = Array.isArray(policy.aggregation_methods) ? policy.aggregation_methods.map(String) : []
  return { aggregation: aggregationOf(methods), granularity: fitting.granularity }
}
