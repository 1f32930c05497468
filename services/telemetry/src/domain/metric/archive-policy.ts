import type { ArchivePolicyView } from '@nimbo/contracts/telemetry/metric/words'
import { usualMethods } from './aggregation-methods.ts'
import { parseSpan, spanText } from './instants.ts'

/** One granularity in microseconds, and how many points are kept. */
export interface Level {
  readonly granularity: number
  readonly points: number
}

/** How the measures of a metric are aggregated and kept. */
export interface ArchivePolicy {
  readonly name: string
  /** How many periods of the coarsest granularity late measures may reach back. */
  readonly backWindow: number
  /** Finest first. */
  readonly levels: readonly Level[]
  readonly methods: readonly string[]
}

interface LevelInput {
  readonly granularity?: string | number | undefined
  readonly points?: string | number | undefined
  readonly timespan?: string | number | undefined
}

/** Computes a level from two of granularity, points and timespan; returns an error message when they are invalid. */
export const levelOf = (input: LevelInput): Level | string => {
  const level = computed(input)
  if (typeof level === 'string') return level
  // Aggregates are dropped by the instant that lies a timespan back, which must be a number that databases can store.
  return Number.isSafeInteger(level.granularity * level.points) ? level : 'Timespan is too long'
}

const computed = ({ granularity, points: given, timespan }: LevelInput): Level | string => {
  const points = given === undefined ? undefined : Number(given)
  const grain = granularity === undefined ? undefined : parseSpan(granularity)
  const span = timespan === undefined ? undefined : parseSpan(timespan)
  if (granularity !== undefined && !(grain !== undefined && grain > 0)) return 'Granularity should be > 0'
  if (timespan !== undefined && !(span !== undefined && span > 0)) return 'Timespan should be > 0'
  if (grain !== undefined && span !== undefined) {
    const count = Math.floor(span / grain)
    if (points !== undefined && count !== points) return 'timespan ≠ granularity × points'
    return count > 0 ? { granularity: grain, points: count } : 'Number of points should be > 0'
  }
  if (points === undefined || (grain === undefined && span === undefined))
    return 'At least two of granularity, points and timespan must be provided'
  if (grain !== undefined) return { granularity: grain, points }
  const derived = Math.floor((span ?? 0) / points)
  return derived > 0 ? { granularity: derived, points } : 'Granularity should be > 0'
}

export const inOrder = (levels: readonly Level[]): readonly Level[] =>
  [...levels].sort((one, other) => one.granularity - other.granularity)

export const coarsest = ({ levels }: Pick<ArchivePolicy, 'levels'>): number =>
  levels.reduce((most, { granularity }) => Math.max(most, granularity), 1)

export const policyView = ({ name, backWindow, levels, methods }: ArchivePolicy): ArchivePolicyView => ({
  name,
  back_window: backWindow,
  aggregation_methods: [...methods],
  definition: levels.map(({ granularity, points }) => ({
    granularity: spanText(granularity),
    points,
    timespan: spanText(granularity * points),
  })),
})

const second = 1_000_000
const [minute, hour, day] = [60 * second, 3600 * second, 86_400 * second]
const over = (granularity: number, timespan: number): Level => ({
  granularity,
  points: timespan / granularity,
})

const low = [over(5 * minute, 30 * day)]
const ofCeilometer = ['mean']
const rates = ['mean', 'rate:mean']
const high = [over(second, hour), over(minute, day), over(hour, 365 * day)]

/** The archive policies that every cloud has from the start. */
export const defaultPolicies: readonly ArchivePolicy[] = [
  { name: 'bool', backWindow: 3600, levels: [over(second, 365 * day)], methods: ['last'] },
  { name: 'low', backWindow: 0, levels: low, methods: usualMethods },
  {
    name: 'medium',
    backWindow: 0,
    levels: [over(minute, 7 * day), over(hour, 365 * day)],
    methods: usualMethods,
  },
  {
    name: 'high',
    backWindow: 0,
    levels: [over(second, hour), over(minute, 7 * day), over(hour, 365 * day)],
    methods: usualMethods,
  },
  { name: 'ceilometer-low', backWindow: 0, levels: low, methods: ofCeilometer },
  { name: 'ceilometer-low-rate', backWindow: 0, levels: low, methods: rates },
  { name: 'ceilometer-high', backWindow: 0, levels: high, methods: ofCeilometer },
  { name: 'ceilometer-high-rate', backWindow: 0, levels: high, methods: rates },
]
