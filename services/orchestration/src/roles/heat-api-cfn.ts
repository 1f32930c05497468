import { createApi } from '@nimbo/http/api'
import { defineEnforcer } from '@nimbo/policy/enforcer'
import { silentNotifier } from '@nimbo/notifications/notifier'
import type { PolicyRule } from '@nimbo/policy/policy-rule'
import { passiveService } from '@nimbo/service/passive-service'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { faultEnvelope } from '../api/fault-envelope.ts'
import { cfn } from '../api/cfn.ts'
import { paste } from '../api/paste.ts'
import { root } from '../api/root.ts'
import { signedSignals } from '../api/signed-signals.ts'
import { stackNotices } from '../app/stacks/stack-notices.ts'
import type { HeatConfig } from '../config.ts'
import { migrations } from '../db/migrations.ts'
import type { HeatTables } from '../db/tables.ts'
import { errors } from '../errors.ts'
import { policies } from '../policies.ts'
import { heatApp } from './heat-app.ts'

export interface HeatApiCfnOptions {
  readonly config: HeatConfig
}

/** Starts heat-api-cfn, which accepts signals of guests to signed URLs without tokens, and agents' signed requests. */
export const startHeatApiCfn = async (
  host: ServiceHost,
  { config }: HeatApiCfnOptions,
): Promise<RunningService> => {
  const db = await host.openDatabase<HeatTables>('heat', migrations)
  const enforcer = defineEnforcer<readonly PolicyRule[]>({
    defaults: policies,
    policyYaml: host.override('heat', 'policy.yaml'),
  })
  const spans = tracer('heat-api-cfn', host.spans)
  const api = createApi({
    name: 'orchestration',
    app: heatApp(host, { db, config, enforcer, rules: new Set(), notices: stackNotices(silentNotifier) }),
    routes: [root, ...signedSignals, cfn],
    authorizer: enforcer,
    tracer: spans,
    forbidden: (rule) => errors.Forbidden({ rule }),
    invalid: ({ reason }) => reason,
  })
  return passiveService(
    serveApi(host, {
      service: 'heat',
      paste,
      main: 'heat-api-cfn',
      apps: { signals_app: api },
      tracer: spans,
      faults: {
        envelope: faultEnvelope,
        unexpected: 'The server has either erred or is incapable of performing the requested operation.',
      },
    }),
  )
}
