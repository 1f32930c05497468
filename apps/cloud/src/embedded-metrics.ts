import type { Handler } from '@nimbo/http/message'
import { measureFlows } from '@nimbo/metrics/measure-flows'
import { measureGuests } from '@nimbo/metrics/measure-guests'
import { measureRequests } from '@nimbo/metrics/measure-requests'
import { measureRoles } from '@nimbo/metrics/measure-roles'
import { processMetrics } from '@nimbo/metrics/process-metrics'
import type { RunningService } from '@nimbo/service/service-host'
import { metricsPage } from './serve/metrics-page.ts'
import { withPages } from './serve/process-pages.ts'

export interface EmbeddedMetrics {
  readonly roles: readonly string[]
  readonly services: readonly RunningService[]
}

/**
 * Adds `GET /metrics` to the one port of the embedded cloud: requests received on its socket, its flows, and the Node.js process.
 * Requests between its services are not counted, since they are function calls.
 */
export const withMetrics = ({ roles, services }: EmbeddedMetrics, api: Handler): Handler => {
  const { registry, page, contentType } = processMetrics()
  measureRoles(registry, roles)
  measureFlows(registry, () => services.flatMap((service) => service.census?.bind(service) ?? []))
  measureGuests(registry, () => services.flatMap((service) => service.guests?.() ?? []))
  return withPages(
    new Map([['/metrics', metricsPage({ page, contentType })]]),
    measureRequests(registry)('nimbo')(api),
  )
}
