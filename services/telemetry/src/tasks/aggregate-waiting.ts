import type { Rest } from '@nimbo/kernel/background-pace'
import type { MetricApp } from '../app/metric/metric-app.ts'
import { aggregateSacks } from '../app/metric/take-measures.ts'
import { sacksWaiting } from '../db/metric/waiting-measures.ts'

/**
 * Measures aggregated in one transaction, unless one sack has more: a commit costs more than a metric, and others wait for the
 * database meanwhile.
 */
const together = 500

/** The sacks with the oldest measures. */
const nextSacks = async ({ db }: MetricApp): Promise<readonly number[]> => {
  let measures = 0
  const chosen: number[] = []
  for (const waiting of await sacksWaiting(db)) {
    measures += waiting.measures
    if (chosen.length > 0 && measures > together) break
    chosen.push(waiting.sack)
  }
  return chosen
}

/** Aggregates measures until none wait. */
export const aggregateWaiting =
  (app: MetricApp) =>
  async (rest: Rest): Promise<void> => {
    while (await rest()) {
      const sacks = await nextSacks(app)
      if (sacks.length === 0) return
      await aggregateSacks(app, sacks)
    }
  }
