import { waitingByMetric } from '../../db/metric/waiting-measures.ts'
import { processorsSince } from '../../db/metric/processors.ts'
import type { MetricApp } from './metric-app.ts'

const mostMetrics = 10_000
/** A metricd that has not reported for this long is left out. */
const livesForMs = 300_000

/** The number of measures waiting to be aggregated, with `details` also by metric, and the running metricd processes. */
export const statusOf = async ({ db, clock }: MetricApp, details: boolean) => {
  const waiting = await waitingByMetric(db)
  const measures = waiting.values().reduce((sum, count) => sum + count, 0)
  const since = new Date(clock.now() - livesForMs).toISOString()
  return {
    storage: {
      summary: { metrics: waiting.size, measures },
      ...(details ? { measures_to_process: Object.fromEntries(waiting.entries().take(mostMetrics)) } : {}),
    },
    metricd: { processors: [...(await processorsSince(db, since))], statistics: {} },
  }
}
