import type { Point } from '../absorb.ts'

/** The metric and aggregation of a column. */
export interface ColumnKey {
  readonly id: string
  readonly aggregation: string
}

interface Column {
  readonly key: ColumnKey | undefined
  /** One for each row; NaN where there is none. */
  readonly values: readonly number[]
}

/** Series of one granularity with common times. */
export interface Frame {
  readonly granularity: number
  readonly times: readonly number[]
  readonly columns: readonly Column[]
}

/** How to fill times at which not all series have a value. */
export type Fill = 'null' | 'dropna' | 'full' | 'ffill' | number

export interface Series {
  readonly key: ColumnKey
  readonly points: readonly Point[]
}

const filled = (values: readonly number[], fill: Fill | undefined): readonly number[] => {
  if (typeof fill === 'number') return values.map((value) => (Number.isNaN(value) ? fill : value))
  if (fill !== 'ffill' && fill !== 'full') return values
  let last = Number.NaN
  const forward = values.map((value) => {
    if (!Number.isNaN(value)) last = value
    return last
  })
  if (fill === 'ffill') return forward
  const first = values.find((value) => !Number.isNaN(value)) ?? Number.NaN
  return forward.map((value) => (Number.isNaN(value) ? first : value))
}

/**
 * Aligns series. Without `fill` only times at which `neededOverlap` per cent of the series have a value are used; undefined when
 * no such time exists although there are points.
 */
export const frameOf = (
  granularity: number,
  series: readonly Series[],
  { fill, neededOverlap }: { readonly fill?: Fill | undefined; readonly neededOverlap: number },
): Frame | undefined => {
  const maps = series.map(({ points }) => new Map(points))
  const counts = new Map<number, number>()
  for (const map of maps)
    for (const instant of map.keys()) counts.set(instant, (counts.get(instant) ?? 0) + 1)
  const enough = (instant: number) => ((counts.get(instant) ?? 0) / series.length) * 100 >= neededOverlap
  const all = [...counts.keys()].sort((one, other) => one - other)
  const times = fill === undefined && series.length > 1 ? all.filter(enough) : all
  if (times.length === 0 && all.length > 0) return undefined
  return {
    granularity,
    times,
    columns: series.map(({ key }, index) => ({
      key,
      values: filled(
        times.map((instant) => maps[index]?.get(instant) ?? Number.NaN),
        fill,
      ),
    })),
  }
}
