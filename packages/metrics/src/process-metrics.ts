import { collectDefaultMetrics, Registry } from 'prom-client'

/** What one process tells of itself, in Prometheus' text form. */
export interface ProcessMetrics {
  readonly registry: Registry
  readonly contentType: string
  /** The page as it is now. */
  page(): Promise<string>
}

/** A registry of this process' own; with `runtime` also memory, CPU, event loop and garbage collection of Node. */
export const processMetrics = ({ runtime = true }: { runtime?: boolean } = {}): ProcessMetrics => {
  const registry = new Registry()
  if (runtime) collectDefaultMetrics({ register: registry, prefix: 'nimbo_' })
  return { registry, contentType: registry.contentType, page: () => registry.metrics() }
}
