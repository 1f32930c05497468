import type { Metric } from '../../db/metric/metrics.ts'
import { inSeconds } from '../../domain/metric/instants.ts'
import { compute, Unequal } from '../../domain/metric/operations/compute.ts'
import { type Fill, type Frame, frameOf, type Series } from '../../domain/metric/operations/frame.ts'
import type { Operation, Reference } from '../../domain/metric/operations/operation-tree.ts'
import { errors } from '../../metric-errors.ts'
import { needPolicy } from './archive-policies.ts'
import type { MetricApp } from './metric-app.ts'
import { type Asked, granularitiesOf, seriesOf, shownPoint, type Shown } from './read-measures.ts'

/** The metrics that a reference resolves to. */
export type Resolve = (reference: Reference) => readonly Metric[]

export interface Question extends Asked {
  readonly fill: Fill | undefined
  readonly neededOverlap: number
}

/** A column of the result: its measures, and its metric unless it was computed from several. */
export interface Answered {
  readonly metricId: string | undefined
  readonly aggregation: string
  readonly measures: Shown[]
}

const unaggregatable = (reason: string, detail: readonly string[] = []) =>
  errors.Invalid({ cause: "Metrics can't being aggregated", reason, detail })

interface Part {
  readonly metric: Metric
  readonly aggregation: string
}

/** The granularities that all metrics have, coarsest first. */
const commonGranularities = async (
  app: MetricApp,
  parts: readonly Part[],
  wanted: number | undefined,
): Promise<readonly number[]> => {
  const kept: (readonly number[])[] = []
  for (const { metric, aggregation } of parts) {
    const policy = await needPolicy(app, metric.archive_policy_name)
    if (!policy.methods.includes(aggregation))
      throw errors.NotFoundWithDetail({
        cause: "Metrics can't being aggregated",
        reason: `Aggregation method '${aggregation}' for metric ${metric.id} does not exist`,
        detail: [metric.id, aggregation],
      })
    kept.push(granularitiesOf(policy, wanted))
  }
  const [first = [], ...others] = kept
  const common = first.filter((grain) => others.every((list) => list.includes(grain)))
  if (common.length > 0) return common
  const ids = parts.map(({ metric }) => metric.id)
  if (wanted !== undefined)
    throw errors.NotFoundWithDetail({
      cause: "Metrics can't being aggregated",
      reason: `Granularities are missing: ${inSeconds(wanted)}`,
      detail: ids,
    })
  throw unaggregatable('No granularity match', ids)
}

const partsOf = (references: readonly Reference[], resolve: Resolve): readonly Part[] =>
  references.flatMap((reference) =>
    resolve(reference).map((metric) => ({ metric, aggregation: reference.aggregation })),
  )

const shown = (frame: Frame, question: Question): Answered[] =>
  frame.columns.map(({ key, values }) => ({
    metricId: key?.id,
    aggregation: key?.aggregation ?? '',
    measures: values.flatMap((value, row) =>
      Number.isNaN(value) && question.fill !== 'null'
        ? []
        : [shownPoint(frame.granularity, [frame.times[row] ?? 0, value])],
    ),
  }))

/** Computes an operation on the measures of metrics, for every granularity that all of them have. */
export const aggregate =
  (app: MetricApp) =>
  async (
    operation: Operation,
    references: readonly Reference[],
    resolve: Resolve,
    question: Question,
  ): Promise<readonly Answered[]> => {
    const all = partsOf(references, resolve)
    if (all.length === 0) throw unaggregatable('Operation is invalid: it names no metric')
    const answers = new Map<string, Answered>()
    for (const granularity of await commonGranularities(app, all, question.granularity)) {
      const loaded = new Map<string, Series['points']>()
      for (const { metric, aggregation } of all) {
        const key = `${metric.id} ${aggregation}`
        if (!loaded.has(key))
          loaded.set(key, await seriesOf(app, metric.id, aggregation, granularity, question))
      }
      const frameFor = (wanted: readonly Reference[]): Frame => {
        const parts = partsOf(wanted, resolve)
        const series = parts.map(({ metric, aggregation }) => ({
          key: { id: metric.id, aggregation },
          points: loaded.get(`${metric.id} ${aggregation}`) ?? [],
        }))
        const frame = frameOf(granularity, series, question)
        if (frame) return frame
        throw unaggregatable(
          'No overlap',
          parts.map(({ metric }) => metric.id),
        )
      }
      for (const column of carriedOut(operation, frameFor, question)) {
        const key = `${column.metricId} ${column.aggregation}`
        answers.set(key, {
          ...column,
          measures: [...(answers.get(key)?.measures ?? []), ...column.measures],
        })
      }
    }
    return [...answers.values()]
  }

const carriedOut = (
  operation: Operation,
  frameFor: (references: readonly Reference[]) => Frame,
  question: Question,
): readonly Answered[] => {
  try {
    const frame = compute(operation, frameFor)
    if (typeof frame === 'number') throw unaggregatable('Operation is invalid: it names no metric')
    return shown(frame, question)
  } catch (error) {
    if (error instanceof Unequal) throw unaggregatable(error.message)
    throw error
  }
}
