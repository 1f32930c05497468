import { metricApi } from '@nimbo/contracts/telemetry/metric/api'
import { showMeasures } from '@nimbo/contracts/telemetry/metric/metrics'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { isItem, type Item, textAt } from '../panel/item.ts'
import { resolutionFor } from './resolution.ts'

/** A value and its time in seconds since the epoch. */
export interface Measure {
  readonly at: number
  readonly value: number
}

/** Polling interval: measures send no notification, and the pollsters add none more often. */
const everyMs = 60_000

/** The measures of a metric in the last `periodSeconds`. */
export const useMeasures = (metric: Item, periodSeconds: number) => {
  const resolution = resolutionFor(isItem(metric.archive_policy) ? metric.archive_policy : {}, periodSeconds)
  const metric_id = textAt(metric, 'id')
  const query = useQuery({
    queryKey: ['metric', 'measures', metric_id, periodSeconds, resolution],
    queryFn: async (): Promise<readonly Measure[]> => {
      if (resolution === undefined) return []
      const start = new Date(Date.now() - periodSeconds * 1000).toISOString()
      const points = await clientOf(metricApi).call(showMeasures, {
        path: { metric_id },
        query: { start, aggregation: resolution.aggregation, granularity: String(resolution.granularity) },
      })
      return points.flatMap(([instant, , value]) =>
        value === null ? [] : [{ at: Date.parse(instant) / 1000, value }],
      )
    },
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
  return { ...query, resolution }
}
