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

/** What is asked each time somebody looks at the page. */
export interface MeasuredGround {
  readonly roles: readonly string[]
  /** Stand in every line. */
  readonly labels: Readonly<Record<string, string>>
  readonly censuses: () => readonly Census[]
  readonly guests: () => readonly GuestReading[]
  /** By address without account. */
  readonly pools: () => ReadonlyMap<string, () => PoolUse>
  readonly queues: () => ReadonlyMap<string, AskDepths>
}

/** What a process counts and times of itself. */
export interface ProcessMeasures extends Pick<ProcessMetrics, 'page' | 'contentType'> {
  /** Around the API of a role. */
  readonly requests: (role: string) => Filter
  /** Around the bus of a broker, whose traffic `observer` is told of. */
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
}: MeasuredGround): ProcessMeasures => {
  const { registry, page, contentType } = processMetrics({ labels })
  measureRoles(registry, roles)
  // Before the counting of flows, which takes connections itself.
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
