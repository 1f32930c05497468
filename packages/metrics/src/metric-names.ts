import { measureBus } from './measure-bus.ts'
import { measureFlows } from './measure-flows.ts'
import { measureGuests } from './measure-guests.ts'
import { measurePools } from './measure-pool.ts'
import { measureQueueDepths, measureQueues } from './measure-queues.ts'
import { measureRequests } from './measure-requests.ts'
import { measureRestarts } from './measure-restarts.ts'
import { measureRoles } from './measure-roles.ts'
import { processMetrics } from './process-metrics.ts'

/** A metric in the reference. */
export interface MetricName {
  readonly name: string
  readonly type: string
  readonly help: string
}

/** All metrics of Nimbo; those of Node are prom-client's. */
export const metricNames = async (): Promise<readonly MetricName[]> => {
  const { registry } = processMetrics({ runtime: false })
  measureRoles(registry, [])
  measureRequests(registry)
  measureBus(registry)
  measureQueues(registry)
  measureQueueDepths(registry, () => new Map())
  measureFlows(registry, () => [])
  measureGuests(registry, () => [])
  measurePools(registry, () => new Map())
  measureRestarts(registry, [])
  const metrics = await registry.getMetricsAsJSON()
  return metrics.map(({ name, type, help }) => ({ name, type: String(type), help }))
}
