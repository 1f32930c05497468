import { basisOf, reducerOf, splitRates } from './aggregation-methods.ts'
import { type ArchivePolicy, coarsest } from './archive-policy.ts'
import { periodOf } from './instants.ts'

/** A timestamp and a value. */
export type Point = readonly [instant: number, value: number]

/** The aggregates of a period, by method. */
export interface Aggregate {
  readonly granularity: number
  readonly start: number
  readonly values: Readonly<Record<string, number>>
}

interface Absorbed {
  /** Raw points that are kept, since later measures may change their periods; oldest first. */
  readonly points: readonly Point[]
  /** The new aggregates of the periods that the measures changed. */
  readonly changed: readonly Aggregate[]
  /** By granularity, the instant before which aggregates are dropped; granularities where none can be that old are left out. */
  readonly keptFrom: readonly { readonly granularity: number; readonly from: number }[]
  /** The number of measures that came too late. */
  readonly dropped: number
}

/** Merges points and measures, oldest first; for the same timestamp the last measure wins. */
const merged = (points: readonly Point[], measures: readonly Point[]): readonly Point[] =>
  [...new Map([...points, ...measures]).entries()].sort(([one], [other]) => one - other)

/** The differences between successive values, at the timestamp of the later one. */
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
    // The standard deviation of a single value is undefined.
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
 * Computes how new measures change a metric. Idempotent: a period is always computed from all of its points, and a timestamp has
 * one value. Measures from before the back window are dropped, since the other points of their periods are no longer stored.
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
  const keptFrom = policy.levels.map(({ granularity, points: count }) => ({
    granularity,
    from: periodOf(newest, granularity) - (count - 1) * granularity,
  }))
  const changed = keptFrom.flatMap(({ granularity, from: oldestKept }) =>
    aggregatesOf(policy, granularity, all, touched(all, inTime, granularity)).filter(
      ({ start }) => start >= oldestKept,
    ),
  )
  return {
    // Keeps the point before as well, from which the next difference is computed.
    points: all.slice(Math.max(first - 1, 0)),
    changed,
    keptFrom: keptFrom.filter(
      ({ granularity }) =>
        last !== undefined && periodOf(last, granularity) !== periodOf(newest, granularity),
    ),
    dropped: measures.length - inTime.length,
  }
}

/** The periods that contain a new measure, or the point after one, whose difference has changed. */
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
