import type { Bus } from '@nimbo/bus/bus'
import type { BusObserver } from '@nimbo/bus/bus-observer'
import type { PoolUse } from '@nimbo/db/pool-use'
import type { Filter } from '@nimbo/http/message'
import { measureBus } from '@nimbo/metrics/measure-bus'
import { type Census, measureFlows } from '@nimbo/metrics/measure-flows'
import { type GuestReading, measureGuests } from '@nimbo/metrics/measure-guests'
import { measurePools } from '@nimbo/metrics/measure-pool'
import { type AskDepths, measureQueueDepths, measureQueues } from '@nimbo/metrics/measure-queues'
import { measureRequests } from '@nimbo/metrics/measure-requests'
import { measureRoles } from '@nimbo/metrics/measure-roles'
import { type ProcessMetrics, processMetrics } from '@nimbo/metrics/process-metrics'

/** Sources that are read each time the metrics are scraped. */
export interface MeasuredDeps {
  readonly roles: readonly string[]
  /** Labels of every metric. */
  readonly labels: Readonly<Record<string, string>>
  readonly censuses: () => readonly Census[]
  readonly guests: () => readonly GuestReading[]
  /** The connection pools of databases, by URL without credentials. */
  readonly pools: () => ReadonlyMap<string, () => PoolUse>
  readonly queues: () => ReadonlyMap<string, AskDepths>
}

/** The metrics of a process. */
export interface ProcessMeasures extends Pick<ProcessMetrics, 'page' | 'contentType'> {
  /** A filter that measures the requests of a role's API. */
  readonly requests: (role: string) => Filter
  /** Wraps a broker's bus; `observer` counts the traffic of its queues. */
  readonly bus: (bus: Bus) => Bus
  readonly observer: BusObserver
}

export const processMeasures = ({
  roles,
  labels,
  censuses,
  guests,
  pools,
  queues,
}: MeasuredDeps): ProcessMeasures => {
  const { registry, page, contentType } = processMetrics({ labels })
  measureRoles(registry, roles)
  // Registered before the metrics of flows, whose collection uses connections of the pools itself.
  measurePools(registry, pools)
  measureFlows(registry, censuses)
  measureQueueDepths(registry, queues)
  measureGuests(registry, guests)
  return {
    page,
    contentType,
    requests: measureRequests(registry),
    bus: measureBus(registry),
    observer: measureQueues(registry),
  }
}
