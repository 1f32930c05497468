import { allOrNone } from '@nimbo/db/all-or-none'
import { deadlineAfter } from './refresh-deadline.ts'
import { findMetrics } from '../../db/metric/metrics.ts'
import * as rows from '../../db/metric/measures.ts'
import { findPolicy, type MetricDb } from '../../db/metric/policies.ts'
import { type Batch, keepMeasures, takeSacks } from '../../db/metric/waiting-measures.ts'
import { absorb, type Point } from '../../domain/metric/absorb.ts'
import { parseInstant } from '../../domain/metric/instants.ts'
import { sackOf } from '../../domain/metric/sack.ts'
import { errors } from '../../metric-errors.ts'
import { instantOf, type MetricApp } from './metric-app.ts'

export type { Batch }

const invalid = (reason: string) => errors.Invalid({ cause: 'Invalid format', reason, detail: [] })

/** Reads the measures of a request. Throws when any of them is invalid. */
export const pointsIn = (app: Pick<MetricApp, 'clock'>, given: unknown): readonly Point[] => {
  if (!Array.isArray(given)) throw invalid('measures are a list of {timestamp, value}')
  return given.map((measure: unknown): Point => {
    if (typeof measure !== 'object' || measure === null || !('timestamp' in measure && 'value' in measure))
      throw invalid("a measure has a 'timestamp' and a 'value'")
    const { timestamp, value } = measure
    if (typeof timestamp !== 'string' && typeof timestamp !== 'number')
      throw invalid('a timestamp is text or a number')
    const instant = parseInstant(timestamp, instantOf(app))
    if (instant === undefined || instant < 0) throw invalid(`unable to parse timestamp ${timestamp}`)
    if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid('a value is a number')
    return [instant, value]
  })
}

/** Stores measures until they are aggregated; they are durable once it resolves. */
export const acceptMeasures = async (app: MetricApp, batches: readonly Batch[]): Promise<void> => {
  await allOrNone(app.db, (trx) => keepMeasures(trx, batches))
  app.wake()
}

type Aggregating = Pick<MetricApp, 'db' | 'log'>

/** Aggregates the measures of some metrics. */
const absorbAll = async (
  log: MetricApp['log'],
  trx: MetricDb,
  taken: ReadonlyMap<string, readonly Point[]>,
): Promise<void> => {
  const metrics = new Map((await findMetrics(trx, [...taken.keys()])).map((metric) => [metric.id, metric]))
  const policies = new Map<string, Awaited<ReturnType<typeof findPolicy>>>()
  for (const name of new Set([...metrics.values()].map((metric) => metric.archive_policy_name)))
    policies.set(name, await findPolicy(trx, name))
  const known = await rows.pointsOf(trx, [...metrics.keys()])
  const absorbed = [...taken].flatMap(([metricId, measures]) => {
    // Measures of a metric that has since been deleted are dropped.
    const policy = policies.get(metrics.get(metricId)?.archive_policy_name ?? '')
    return policy === undefined
      ? []
      : [[metricId, absorb(policy, known.get(metricId) ?? [], measures)] as const]
  })
  for (const [metric, { dropped }] of absorbed)
    if (dropped > 0) log.info({ metric, dropped }, 'measures from before the back window were dropped')
  await rows.keepPoints(
    trx,
    absorbed.map(([metricId, { points }]) => [metricId, points]),
  )
  await rows.keepAggregates(
    trx,
    absorbed.map(([metricId, { changed }]) => [metricId, changed]),
  )
  for (const [metricId, { keptFrom }] of absorbed)
    for (const { granularity, from } of keptFrom)
      await rows.forgetAggregates(trx, metricId, granularity, from)
}

/**
 * Aggregates the measures waiting in some sacks; they are removed and aggregated in one transaction, so that none is counted
 * twice. Returns whether there were any.
 */
export const aggregateSacks = (app: Aggregating, sacks: readonly number[]): Promise<boolean> =>
  allOrNone(app.db, async (trx) => {
    const taken = await takeSacks(trx, sacks)
    if (taken.size > 0) await absorbAll(app.log, trx, taken)
    return taken.size > 0
  })

/** Aggregates all measures that wait for these metrics. Throws `NotAggregatedInTime`. */
export const refresh = async (app: MetricApp, metricIds: readonly string[]): Promise<void> => {
  const inTime = deadlineAfter(app.clock, app.limits.refreshMs)
  for (const sack of new Set(metricIds.map(sackOf)))
    do if (!inTime()) throw errors.NotAggregatedInTime()
    while (await aggregateSacks(app, [sack]))
}
