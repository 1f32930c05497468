import type { Handler } from '@nimbo/http/message'
import type { ProcessMetrics } from '@nimbo/metrics/process-metrics'

/** `GET /metrics` in Prometheus' text format. */
export const metricsPage =
  ({ page, contentType }: Pick<ProcessMetrics, 'page' | 'contentType'>): Handler =>
  async () => ({ status: 200, headers: { 'content-type': contentType }, body: await page() })
