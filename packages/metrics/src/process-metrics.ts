import { collectDefaultMetrics, Registry } from 'prom-client'

/** What one process tells of itself, in Prometheus' text form. */
export interface ProcessMetrics {
  readonly registry: Registry
  readonly contentType: string
  /** The page as it is now. */
  page(): Promise<string>
}

export interface ProcessMetricsOptions {
  /** Whether memory, CPU, event loop and garbage collection are told too, under the names every Node process has. */
  readonly runtime?: boolean
  /** Stand in every line: `worker`, where several processes are one target. */
  readonly labels?: Readonly<Record<string, string>>
}

/** A registry of this process' own. */
export const processMetrics = ({
  runtime = true,
  labels = {},
}: ProcessMetricsOptions = {}): ProcessMetrics => {
  const registry = new Registry()
  registry.setDefaultLabels(labels)
  if (runtime) collectDefaultMetrics({ register: registry })
  return { registry, contentType: registry.contentType, page: () => registry.metrics() }
}
