import { setTimeout as sleep } from 'node:timers/promises'
import { collectDefaultMetrics, Registry } from 'prom-client'

/** A process's metrics in Prometheus's text format. */
export interface ProcessMetrics {
  readonly registry: Registry
  readonly contentType: string
  /** The current page. The figures of Node are counted from the first one. */
  page(): Promise<string>
}

export interface ProcessMetricsOptions {
  /** Whether to include memory, CPU, event loop and garbage collection under their usual names in Node. */
  readonly runtime?: boolean
  /** Labels of every line, such as `worker` when several processes are one target. */
  readonly labels?: Readonly<Record<string, string>>
}

/** In milliseconds; the event loop is looked at every 10 ms. */
const firstLooksMs = 30

/**
 * Creates a registry for this process. Looking at the event loop wakes a process a hundred times a second, which would be most of what
 * an idle one does, so it begins only when somebody asks for a page.
 */
export const processMetrics = ({
  runtime = true,
  labels = {},
}: ProcessMetricsOptions = {}): ProcessMetrics => {
  const registry = new Registry()
  registry.setDefaultLabels(labels)
  let measured: Promise<void> | undefined
  const measure = async (): Promise<void> => {
    collectDefaultMetrics({ register: registry })
    await sleep(firstLooksMs)
  }
  return {
    registry,
    contentType: registry.contentType,
    page: async () => {
      if (runtime) measured ??= measure()
      await measured
      return registry.metrics()
    },
  }
}
