import { type Item, textAt } from '../panel/item.ts'
import { itemsIn } from '../panel/reply-items.ts'

/** Most points that a chart is given: more than it has pixels nobody sees. */
const mostPoints = 500

/** Seconds of a span as the metrics service writes it: `0:05:00`, `30 days, 0:00:00`; NaN of anything else. */
export const secondsOf = (span: string): number => {
  const found = /^(?:(\d+) days?, )?(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(span)
  if (!found) return Number.NaN
  const [, days = '0', hours, minutes, seconds] = found
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
}

/** How a metric's measures are asked for. */
export interface Resolution {
  readonly aggregation: string
  /** In seconds. */
  readonly granularity: number
}

/** What only ever grows is shown by how fast it does, where the metric keeps that. */
const aggregationOf = (methods: readonly string[]): string =>
  ['rate:mean', 'mean', 'last', 'sum', 'count'].find((method) => methods.includes(method)) ??
  methods[0] ??
  'mean'

/** The finest that a metric keeps for a period, of what a chart can show; undefined where it keeps nothing. */
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
