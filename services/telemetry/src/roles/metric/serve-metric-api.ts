import { createApi } from '@nimbo/http/api'
import { defineEnforcer } from '@nimbo/policy/enforcer'
import { jsonAsInPython } from '@nimbo/kernel/json-as-in-python'
import { passiveService } from '@nimbo/service/passive-service'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { described } from '../../api/metric/described.ts'
import { faultEnvelope, invalidMessage, requireJson } from '../../api/metric/fault-envelope.ts'
import { routes } from '../../api/metric/routes.ts'
import { errors } from '../../metric-errors.ts'
import type { GnocchiConfig } from '../../metric-options.ts'
import { policies } from '../../metric-policies.generated.ts'
import { metricApp } from './metric-ground.ts'

/** The version document is open, so the token check leaves the decision to the API. */
const paste = `
[pipeline:gnocchi]
pipeline = cors http_proxy_to_wsgi request_id request_log faultwrap profiler authtoken gnocchi_app

[filter:authtoken]
delay_auth_decision = true

[app:gnocchi_app]
use = gnocchi_app
`

/** Nobody looks for pieces of text among points, of which there may be very many. */
const spelling = (body: unknown): string =>
  Array.isArray(body) && Array.isArray(body[0]) ? JSON.stringify(body) : jsonAsInPython(body)

export const serveMetricApi = async (host: ServiceHost, config: GnocchiConfig): Promise<RunningService> => {
  const spans = tracer('gnocchi-api', host.spans)
  const api = createApi({
    name: 'metric',
    app: await metricApp(host, config),
    routes,
    authorizer: defineEnforcer({ defaults: policies, policyYaml: host.override('gnocchi', 'policy.yaml') }),
    tracer: spans,
    forbidden: (rule) => errors.Forbidden({ rule }),
    invalid: invalidMessage,
    requireForm: requireJson,
    spelling,
  })
  return passiveService(
    serveApi(host, {
      service: 'gnocchi',
      paste,
      main: 'gnocchi',
      apps: { gnocchi_app: api },
      described,
      tracer: spans,
      faults: {
        envelope: faultEnvelope,
        unexpected: 'The server has either erred or is incapable of performing the requested operation.',
      },
    }),
  )
}
