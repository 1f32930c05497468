import type { MetricApp } from '../app/metric/metric-app.ts'
import { aggregateSacks } from '../app/metric/take-measures.ts'
import { sacksWaiting } from '../db/metric/waiting-measures.ts'

/** Sacks aggregated in one transaction: a commit costs more than a metric. */
const together = 6

/** Aggregates measures until none wait. */
export const aggregateWaiting =
  (app: MetricApp) =>
  async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) {
      const waiting = await sacksWaiting(app.db, together)
      if (waiting.length === 0) return
      await aggregateSacks(app, waiting)
    }
  }
