import { createApi } from '@nimbo/http/api'
import { defineEnforcer } from '@nimbo/policy/enforcer'
import { passiveService } from '@nimbo/service/passive-service'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { errors } from '../../alarming-errors.ts'
import type { AodhConfig } from '../../alarming-options.ts'
import { policies } from '../../alarming-policies.generated.ts'
import { described, routes } from '../../api/alarming/described.ts'
import { faultEnvelope, invalidMessage } from '../../api/alarming/fault-envelope.ts'
import { alarmApp } from './alarm-ground.ts'

/** The version document is open, so the token check leaves the decision to the API. */
const paste = `
[pipeline:aodh]
pipeline = cors http_proxy_to_wsgi request_id request_log faultwrap profiler authtoken aodh_app

[filter:authtoken]
delay_auth_decision = true

[app:aodh_app]
use = aodh_app
`

export const serveAlarmApi = async (host: ServiceHost, config: AodhConfig): Promise<RunningService> => {
  const spans = tracer('aodh-api', host.spans)
  const api = createApi({
    name: 'alarming',
    app: await alarmApp(host, config),
    routes,
    authorizer: defineEnforcer({ defaults: policies, policyYaml: host.override('aodh', 'policy.yaml') }),
    tracer: spans,
    forbidden: (rule) => errors.Forbidden({ rule }),
    invalid: invalidMessage,
  })
  return passiveService(
    serveApi(host, {
      service: 'aodh',
      paste,
      main: 'aodh',
      apps: { aodh_app: api },
      described,
      tracer: spans,
      faults: { envelope: faultEnvelope, unexpected: 'An unexpected error occurred.' },
    }),
  )
}
