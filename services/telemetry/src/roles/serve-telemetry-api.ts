import { type ApiDefinition, createApi } from '@nimbo/http/api'
import { defaultBodyLimit } from '@nimbo/http/bounded-body'
import { keystonecontext } from '@nimbo/http/filters/keystonecontext'
import type { Filter } from '@nimbo/http/message'
import { defineEnforcer } from '@nimbo/policy/enforcer'
import type { PolicyRule } from '@nimbo/policy/policy-rule'
import { passiveService } from '@nimbo/service/passive-service'
import { type ApiPipeline, serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'

interface TelemetryApi<App>
  extends Omit<ApiDefinition<App>, 'authorizer' | 'tracer'>,
    Required<Pick<ApiPipeline, 'described' | 'faults'>> {
  /** The service whose configuration is used. */
  readonly service: 'aodh' | 'ceilometer' | 'gnocchi'
  readonly policies: readonly PolicyRule[]
  /** Requests below this path need a token, even if no operation has the path. If missing, all requests need one. */
  readonly guarded?: '/v1' | '/v2'
  /** The maximum size of a body in bytes. */
  readonly mostBytes?: number
}

const pasteOf = (service: string, isOpen: boolean, mostBytes: number): string => `
[pipeline:${service}]
pipeline = cors http_proxy_to_wsgi request_id request_log faultwrap sizelimit profiler authtoken ${service}_app

[filter:sizelimit]
max_request_body_size = ${mostBytes}

[filter:authtoken]
delay_auth_decision = ${isOpen}

[app:${service}_app]
use = ${service}_app
`

/** Requires a token below `guarded`, as the paste files of these services do. Outside of it is only the public list of versions. */
const guardedBelow =
  (guarded: string, identityUri: string): Filter =>
  (next) => {
    const known = keystonecontext(identityUri)(next)
    return (request) =>
      request.path === guarded || request.path.startsWith(`${guarded}/`) ? known(request) : next(request)
  }

/** Serves one of the three APIs of telemetry. */
export const serveTelemetryApi = <App>(
  host: ServiceHost,
  {
    service,
    policies,
    guarded,
    mostBytes = defaultBodyLimit,
    described,
    faults,
    ...definition
  }: TelemetryApi<App>,
): RunningService => {
  const spans = tracer(`${service}-api`, host.spans)
  const policyYaml = host.override(service, 'policy.yaml')
  const authorizer = defineEnforcer({ defaults: policies, policyYaml })
  const api = createApi({ ...definition, authorizer, tracer: spans })
  return passiveService(
    serveApi(host, {
      ...{ service, described, faults, tracer: spans, main: service },
      paste: pasteOf(service, guarded !== undefined, mostBytes),
      apps: {
        [`${service}_app`]: guarded === undefined ? api : guardedBelow(guarded, host.identityUri)(api),
      },
    }),
  )
}
