import { createApi } from '@nimbo/http/api'
import { defineEnforcer } from '@nimbo/policy/enforcer'
import { passiveService } from '@nimbo/service/passive-service'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { faultEnvelope, invalidMessage, versions } from '../api/fault-envelope.ts'
import { requireJson } from '../api/require-json.ts'
import type { PlacementApp } from '../app/app.ts'
import type { PlacementConfig } from '../config.ts'
import { knownFacts } from '../db/known-facts.ts'
import { migrations } from '../db/migrations.ts'
import type { PlacementTables } from '../db/tables.ts'
import { errors } from '../errors.ts'
import { policies } from '../policies.generated.ts'

/** The version document needs no token, so the API decides about authentication. */
const paste = `
[pipeline:placement]
pipeline = cors http_proxy_to_wsgi request_id request_log faultwrap profiler authtoken placement_app

[filter:authtoken]
delay_auth_decision = true

[app:placement_app]
use = placement_app
`

export interface PlacementApiOptions {
  readonly config: PlacementConfig
}

/** Starts placement's API; any number of processes can share a database. It has no background work. */
export const startPlacementApi = async (
  host: ServiceHost,
  { config }: PlacementApiOptions,
): Promise<RunningService> => {
  const db = await host.openDatabase<PlacementTables>('placement', migrations)
  const spans = tracer('placement-api', host.spans)
  const api = createApi({
    name: 'placement',
    app: placementApp(db, host.clock, config),
    routes: async () => (await import('../api/routes.ts')).routes,
    authorizer: defineEnforcer({ defaults: policies, policyYaml: host.override('placement', 'policy.yaml') }),
    tracer: spans,
    microversions: versions,
    forbidden: (rule) => errors.Forbidden({ rule }),
    repeatedNames: 'kept',
    requireForm: requireJson,
    invalid: invalidMessage,
  })
  const handler = serveApi(host, {
    service: 'placement',
    paste,
    main: 'placement',
    apps: { placement_app: api },
    described: async () => (await import('../api/described.ts')).described,
    tracer: spans,
    faults: {
      envelope: faultEnvelope(host.identityUri),
      unexpected: 'An unexpected error prevented the server from fulfilling your request.',
    },
  })
  return passiveService(handler)
}

const placementApp = (
  db: PlacementApp['db'],
  clock: PlacementApp['clock'],
  { placement }: PlacementConfig,
): PlacementApp => ({
  db,
  clock,
  facts: knownFacts(),
  maxCandidates:
    placement.max_allocation_candidates < 0 ? Number.MAX_SAFE_INTEGER : placement.max_allocation_candidates,
  unnamedOwner: {
    projectId: placement.incomplete_consumer_project_id,
    userId: placement.incomplete_consumer_user_id,
  },
})
