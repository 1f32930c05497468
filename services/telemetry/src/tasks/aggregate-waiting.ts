import type { Rest } from '@nimbo/kernel/background-pace'
import type { MetricApp } from '../app/metric/metric-app.ts'
import { aggregateSacks } from '../app/metric/take-measures.ts'
import { sacksWaiting } from '../db/metric/waiting-measures.ts'

/**
 * The number of measures that are aggregated in one transaction, unless one sack has more. A commit costs more than aggregating a
 * metric, but other work on the database waits during a long transaction.
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
