import type { MetricApp } from '../app/metric/metric-app.ts'
import { aggregateMeasures } from '../app/metric/take-measures.ts'
import { metricsWaiting } from '../db/metric/measures.ts'

/** Metrics that are aggregated in one transaction: a commit costs more than a metric. */
const together = 50

/** Aggregates measures until none wait. */
export const aggregateWaiting =
  (app: MetricApp) =>
  async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) {
      const waiting = await metricsWaiting(app.db, together)
      if (waiting.length === 0) return
      await aggregateMeasures(app, waiting)
    }
  }
