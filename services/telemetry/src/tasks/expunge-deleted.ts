import { allOrNone } from '@nimbo/db/all-or-none'
import type { MetricApp } from '../app/metric/metric-app.ts'
import { expungeMetrics, takeDeletedMetrics } from '../db/metric/metrics.ts'

/** Metrics removed in one transaction: each may have thousands of aggregates, and other work on the database waits meanwhile. */
const together = 10

/** Removes deleted metrics for good, with their measures, at most `most` of them. */
export const expungeDeleted =
  ({ db, log }: Pick<MetricApp, 'db' | 'log'>, most: number) =>
  async (stopping: AbortSignal): Promise<void> => {
    let expunged = 0
    while (!stopping.aborted && expunged < most) {
      const limit = Math.min(together, most - expunged)
      const count = await allOrNone(db, async (trx) => {
        const ids = await takeDeletedMetrics(trx, limit)
        await expungeMetrics(trx, ids)
        return ids.length
      })
      expunged += count
      if (count < limit) break
    }
    if (expunged > 0) log.info({ metrics: expunged }, 'deleted metrics are removed')
  }
