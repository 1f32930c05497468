import { allOrNone } from '@nimbo/db/all-or-none'
import { deadlineAfter } from './refresh-deadline.ts'
import { findMetrics } from '../../db/metric/metrics.ts'
import * as rows from '../../db/metric/measures.ts'
import { findPolicy, type MetricDb } from '../../db/metric/policies.ts'
import { type Batch, keepMeasures, takeSack } from '../../db/metric/waiting-measures.ts'
import { absorb, type Point } from '../../domain/metric/absorb.ts'
import { parseInstant } from '../../domain/metric/instants.ts'
import { sackOf } from '../../domain/metric/sack.ts'
import { errors } from '../../metric-errors.ts'
import { instantOf, type MetricApp } from './metric-app.ts'

export type { Batch }

const invalid = (reason: string) => errors.Invalid({ cause: 'Invalid format', reason, detail: [] })

/** Measures as a request brings them. Refuses all of them when one is no good. */
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

/** Keeps measures until they are aggregated: once it resolves none is lost. */
export const acceptMeasures = async (app: MetricApp, batches: readonly Batch[]): Promise<void> => {
  await allOrNone(app.db, (trx) => keepMeasures(trx, batches))
  app.wake()
}

type Aggregating = Pick<MetricApp, 'db' | 'log'>

/** Counts what came of some metrics. */
const absorbAll = async (
  log: MetricApp['log'],
  trx: MetricDb,
  taken: ReadonlyMap<string, readonly Point[]>,
): Promise<void> => {
  const metrics = new Map((await findMetrics(trx, [...taken.keys()])).map((metric) => [metric.id, metric]))
  const policies = new Map<string, Awaited<ReturnType<typeof findPolicy>>>()
  for (const name of new Set([...metrics.values()].map((metric) => metric.archive_policy_name)))
    policies.set(name, await findPolicy(trx, name))
  for (const [metricId, measures] of taken) {
    // Of a metric that was deleted since there is none.
    const policy = policies.get(metrics.get(metricId)?.archive_policy_name ?? '')
    if (policy === undefined) continue
    const known = await rows.pointsOf(trx, metricId)
    const { points, changed, keptFrom, dropped } = absorb(policy, known, measures)
    if (dropped > 0) log.info({ metric: metricId, dropped }, 'measures came after the back window')
    await rows.keepPoints(trx, metricId, points)
    await rows.keepAggregates(trx, metricId, changed)
    for (const { granularity, from } of keptFrom)
      await rows.forgetAggregates(trx, metricId, granularity, from)
  }
}

/** Aggregates what waits in some sacks: taken away and counted in one transaction, so never twice. Whether there was anything. */
export const aggregateSacks = (app: Aggregating, sacks: readonly number[]): Promise<boolean> =>
  allOrNone(app.db, async (trx) => {
    let found = false
    // All take them in one order, and so nobody waits for who waits for him.
    for (const sack of sacks.toSorted((one, other) => one - other)) {
      const taken = await takeSack(trx, sack)
      if (taken.size === 0) continue
      await absorbAll(app.log, trx, taken)
      found = true
    }
    return found
  })

/** Has nothing wait for these metrics. Throws `NotAggregatedInTime`. */
export const refresh = async (app: MetricApp, metricIds: readonly string[]): Promise<void> => {
  const inTime = deadlineAfter(app.clock, app.limits.refreshMs)
  for (const sack of new Set(metricIds.map(sackOf)))
    do if (!inTime()) throw errors.NotAggregatedInTime()
    while (await aggregateSacks(app, [sack]))
}
