import type { Filter } from '@nimbo/http/message'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { durationBuckets } from './buckets.ts'

/** The label of requests that reached no operation. */
const noOperation = 'none'

/**
 * Counts and times requests by operation instead of path, so that the number of series is bounded. A streamed reply is timed
 * until its headers.
 */
export const measureRequests = (registry: Registry): ((service: string) => Filter) => {
  const registers = [registry]
  const requests = new Counter({
    name: 'nimbo_http_requests_total',
    help: 'HTTP requests answered, by service, operation, path template, method and status.',
    labelNames: ['service', 'operation', 'route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'nimbo_http_request_duration_seconds',
    help: 'Time from an HTTP request to the headers of its response.',
    labelNames: ['service', 'operation'],
    buckets: durationBuckets,
    registers,
  })
  const underway = new Gauge({
    name: 'nimbo_http_requests_in_progress',
    help: 'HTTP requests in progress.',
    labelNames: ['service'],
    registers,
  })
  return (service) => {
    const here = underway.labels({ service })
    return (next) => async (request) => {
      const began = performance.now()
      here.inc()
      let status = 'failed'
      try {
        const response = await next(request)
        status = String(response.status)
        return response
      } finally {
        const { operation = noOperation, route = noOperation } = request.state
        here.dec()
        requests.inc({ service, operation, route, method: knownMethod(request.method), status })
        durations.observe({ service, operation }, (performance.now() - began) / 1000)
      }
    }
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Unknown methods share a label, so that clients cannot create series. */
const knownMethod = (method: string): string => (methods.has(method) ? method : 'other')
