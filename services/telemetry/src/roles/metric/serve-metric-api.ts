import { jsonAsInPython } from '@nimbo/kernel/json-as-in-python'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { described } from '../../api/metric/described.ts'
import { faultEnvelope, invalidMessage, requireJson } from '../../api/metric/fault-envelope.ts'
import { mostBytes } from '../../api/metric/foreign-writes.ts'
import { routes } from '../../api/metric/routes.ts'
import { errors } from '../../metric-errors.ts'
import type { GnocchiConfig } from '../../metric-options.ts'
import { policies } from '../../metric-policies.generated.ts'
import { serveTelemetryApi } from '../serve-telemetry-api.ts'
import { metricApp } from './metric-app.ts'

/** Writes a body as Python would. Lists of points may be very long, and JSON writes their content as Python does. */
const spelling = (body: unknown): string =>
  Array.isArray(body) && Array.isArray(body[0]) ? JSON.stringify(body) : jsonAsInPython(body)

export const serveMetricApi = async (host: ServiceHost, config: GnocchiConfig): Promise<RunningService> =>
  serveTelemetryApi(host, {
    name: 'metric',
    service: 'gnocchi',
    app: await metricApp(host, config),
    ...{ routes, described, policies, guarded: '/v1', mostBytes },
    forbidden: (rule) => errors.Forbidden({ rule }),
    invalid: invalidMessage,
    requireForm: requireJson,
    spelling,
    faults: {
      envelope: faultEnvelope,
      unexpected: 'The server has either erred or is incapable of performing the requested operation.',
    },
  })
