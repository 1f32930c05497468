import { basisOf, reducerOf, splitRates } from './aggregation-methods.ts'
import { type ArchivePolicy, coarsest } from './archive-policy.ts'
import { periodOf } from './instants.ts'

/** An instant and a value. */
export type Point = readonly [instant: number, value: number]

/** What a period came to, by method. */
export interface Aggregate {
  readonly granularity: number
  readonly start: number
  readonly values: Readonly<Record<string, number>>
}

interface Absorbed {
  /** What later measures may still change, oldest first. */
  readonly points: readonly Point[]
  /** The periods that the measures changed, as they are now. */
  readonly changed: readonly Aggregate[]
  /** By granularity, before which instant nothing is kept any more. */
  readonly keptFrom: readonly { readonly granularity: number; readonly from: number }[]
  /** Measures that came too late to be counted. */
  readonly dropped: number
}

/** Both, oldest first; of one instant the measure that came last. */
const merged = (points: readonly Point[], measures: readonly Point[]): readonly Point[] =>
  [...new Map([...points, ...measures]).entries()].sort(([one], [other]) => one - other)

/** Differences between values, at the instant of the later one. */
const differences = (points: readonly Point[]): readonly Point[] =>
  points
    .slice(1)
    .map(([instant, value], index): Point => [instant, value - (points[index]?.[1] ?? Number.NaN)])

const valuesOf = (
  methods: readonly string[],
  points: readonly Point[] | undefined,
): readonly (readonly [string, number])[] => {
  if (points === undefined) return []
  const values = points.map(([, value]) => value)
  return methods.flatMap((method) => {
    const value = reducerOf(basisOf(method))?.(values)
    // The deviation of one value is not known.
    return value === undefined || !Number.isFinite(value) ? [] : [[method, value] as const]
  })
}

const aggregatesOf = (
  { methods }: ArchivePolicy,
  granularity: number,
  points: readonly Point[],
  periods: ReadonlySet<number>,
): readonly Aggregate[] => {
  const { rates, others } = splitRates(methods)
  const byPeriod = (list: readonly Point[]) =>
    Map.groupBy(list, ([instant]) => periodOf(instant, granularity))
  const plain = others.length > 0 ? byPeriod(points) : undefined
  const changes = rates.length > 0 ? byPeriod(differences(points)) : undefined
  return [...periods]
    .sort((one, other) => one - other)
    .map((start) => ({
      granularity,
      start,
      values: Object.fromEntries([
        ...valuesOf(others, plain?.get(start)),
        ...valuesOf(rates, changes?.get(start)),
      ]),
    }))
}

/**
 * What becomes of a metric when measures come in. The same measures again change nothing: a period is always computed from all
 * points that lie in it, and an instant has one value. Measures from before the back window are dropped, since the points
 * that they would have to be counted with are no longer there.
 */
export const absorb = (
  policy: ArchivePolicy,
  points: readonly Point[],
  measures: readonly Point[],
): Absorbed => {
  const widest = coarsest(policy)
  const reach = policy.backWindow * widest
  const last = points.at(-1)?.[0]
  const oldest = last === undefined ? Number.NEGATIVE_INFINITY : periodOf(last, widest) - reach
  const inTime = measures.filter(([instant]) => instant >= oldest)
  const all = merged(points, inTime)
  const newest = all.at(-1)?.[0]
  if (newest === undefined) return { points, changed: [], keptFrom: [], dropped: measures.length }
  const boundary = periodOf(newest, widest) - reach
  const from = Math.min(...policy.levels.map(({ granularity }) => periodOf(boundary, granularity)))
  const first = all.findIndex(([instant]) => instant >= from)
  const changed = policy.levels.flatMap(({ granularity }) =>
    aggregatesOf(policy, granularity, all, touched(all, inTime, granularity)),
  )
  return {
    // The point before is the one that the next difference begins from.
    points: all.slice(Math.max(first - 1, 0)),
    changed,
    keptFrom: policy.levels.map(({ granularity, points: count }) => ({
      granularity,
      from: periodOf(newest, granularity) - (count - 1) * granularity,
    })),
    dropped: measures.length - inTime.length,
  }
}

/** Periods that measures lie in, or the point after one of them: its difference is another then. */
const touched = (
  all: readonly Point[],
  measures: readonly Point[],
  granularity: number,
): ReadonlySet<number> => {
  const given = new Set(measures.map(([instant]) => instant))
  const after = all.flatMap(([instant], index) => {
    const before = all[index - 1]?.[0]
    return given.has(instant) || (before !== undefined && given.has(before)) ? [instant] : []
  })
  return new Set(after.map((instant) => periodOf(instant, granularity)))
}
