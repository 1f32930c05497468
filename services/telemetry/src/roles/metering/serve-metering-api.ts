import { createApi } from '@nimbo/http/api'
import { defineEnforcer } from '@nimbo/policy/enforcer'
import { passiveService } from '@nimbo/service/passive-service'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { faultEnvelope, invalidMessage } from '../../api/alarming/fault-envelope.ts'
import { described, routes } from '../../api/metering/described.ts'
import { errors } from '../../metering-errors.ts'
import { policies } from '../../metering-policies.ts'
import { meteringApp } from './metering-ground.ts'

const paste = `
[pipeline:ceilometer]
pipeline = cors http_proxy_to_wsgi request_id request_log faultwrap profiler authtoken ceilometer_app

[app:ceilometer_app]
use = ceilometer_app
`

export const serveMeteringApi = async (host: ServiceHost): Promise<RunningService> => {
  const spans = tracer('ceilometer-api', host.spans)
  const api = createApi({
    name: 'metering',
    app: await meteringApp(host),
    routes,
    authorizer: defineEnforcer({
      defaults: policies,
      policyYaml: host.override('ceilometer', 'policy.yaml'),
    }),
    tracer: spans,
    forbidden: (rule) => errors.Forbidden({ rule }),
    invalid: invalidMessage,
  })
  return passiveService(
    serveApi(host, {
      service: 'ceilometer',
      paste,
      main: 'ceilometer',
      apps: { ceilometer_app: api },
      described,
      tracer: spans,
      faults: { envelope: faultEnvelope, unexpected: 'An unexpected error occurred.' },
    }),
  )
}
