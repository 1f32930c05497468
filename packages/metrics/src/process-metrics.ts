import { collectDefaultMetrics, Registry } from 'prom-client'

/** A process's metrics in Prometheus's text format. */
export interface ProcessMetrics {
  readonly registry: Registry
  readonly contentType: string
  /** The current page. */
  page(): Promise<string>
}

export interface ProcessMetricsOptions {
  /** Whether to include memory, CPU, event loop and garbage collection under their usual names in Node. */
  readonly runtime?: boolean
  /** Labels of every line, such as `worker` when several processes are one target. */
  readonly labels?: Readonly<Record<string, string>>
}

/** Creates a registry for this process. */
export const processMetrics = ({
  runtime = true,
  labels = {},
}: ProcessMetricsOptions = {}): ProcessMetrics => {
  const registry = new Registry()
  registry.setDefaultLabels(labels)
  if (runtime) collectDefaultMetrics({ register: registry })
  return { registry, contentType: registry.contentType, page: () => registry.metrics() }
}
