import { aggregatesOf } from '../../db/metric/measures.ts'
import type { Metric } from '../../db/metric/metrics.ts'
import type { Point } from '../../domain/metric/absorb.ts'
import { reducerOf } from '../../domain/metric/aggregation-methods.ts'
import type { ArchivePolicy } from '../../domain/metric/archive-policy.ts'
import { inSeconds, isoOf, periodOf } from '../../domain/metric/instants.ts'
import { errors } from '../../metric-errors.ts'
import { needPolicy } from './archive-policies.ts'
import type { MetricApp } from './metric-app.ts'

/** The range and granularity of a request for measures, in microseconds. */
export interface Asked {
  readonly start: number | undefined
  readonly stop: number | undefined
  readonly granularity: number | undefined
}

/** A measure as in replies. */
export type Shown = [instant: string, granularity: number, value: number | null]

export const shownPoint = (granularity: number, [instant, value]: Point): Shown => [
  isoOf(instant),
  inSeconds(granularity),
  Number.isFinite(value) ? value : null,
]

/** One aggregation of a metric in one granularity, oldest first. */
export const seriesOf = async (
  { db }: Pick<MetricApp, 'db'>,
  metricId: string,
  aggregation: string,
  granularity: number,
  { start, stop }: Pick<Asked, 'start' | 'stop'>,
): Promise<readonly Point[]> => {
  const from = start === undefined ? undefined : periodOf(start, granularity)
  const rows = await aggregatesOf(db, metricId, { granularity, from, until: stop })
  return rows.flatMap(({ start: at, amounts }): readonly Point[] => {
    const values: Readonly<Record<string, number>> = JSON.parse(amounts)
    const value = values[aggregation]
    return value === undefined ? [] : [[Number(at), value]]
  })
}

/** The granularities of a policy that are requested, coarsest first as in replies. */
export const granularitiesOf = ({ levels }: ArchivePolicy, wanted: number | undefined): readonly number[] =>
  levels
    .map(({ granularity }) => granularity)
    .filter((granularity) => wanted === undefined || granularity === wanted)
    .toReversed()

const resample = (points: readonly Point[], granularity: number, method: string): readonly Point[] =>
  [...Map.groupBy(points, ([instant]) => periodOf(instant, granularity))].map(([start, members]): Point => {
    const values = members.map(([, value]) => value)
    return [start, reducerOf(method)?.(values) ?? Number.NaN]
  })

/** The measures of a metric, coarsest granularity first. */
export const readMeasures =
  (app: MetricApp) =>
  async (
    metric: Metric,
    aggregation: string,
    { resample: into, ...asked }: Asked & { readonly resample: number | undefined },
  ): Promise<Shown[]> => {
    const policy = await needPolicy(app, metric.archive_policy_name)
    if (!policy.methods.includes(aggregation))
      throw errors.AggregationNotKept({ metric: metric.id, aggregation })
    const granularities = granularitiesOf(policy, asked.granularity)
    if (granularities.length === 0)
      throw errors.GranularityNotKept({ metric: metric.id, granularity: inSeconds(asked.granularity ?? 0) })
    const shown: Shown[] = []
    for (const granularity of granularities) {
      const points = await seriesOf(app, metric.id, aggregation, granularity, asked)
      const grain = into ?? granularity
      const kept = into === undefined ? points : resample(points, into, aggregation)
      for (const point of kept) shown.push(shownPoint(grain, point))
    }
    return shown
  }
