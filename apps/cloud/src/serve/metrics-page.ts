import type { Handler } from '@nimbo/http/message'
import { sharedWork } from '@nimbo/kernel/shared-work'
import type { ProcessMetrics } from '@nimbo/metrics/process-metrics'

/**
 * `GET /metrics` in Prometheus' text format. Anyone may ask, and the page is made by asking databases and brokers, so all who ask
 * at the same time get the same page.
 */
export const metricsPage = ({ page, contentType }: Pick<ProcessMetrics, 'page' | 'contentType'>): Handler => {
  const current = sharedWork(page)
  return async () => ({ status: 200, headers: { 'content-type': contentType }, body: await current() })
}
