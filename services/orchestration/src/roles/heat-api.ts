import { createApi } from '@nimbo/http/api'
import { openNotifications } from '@nimbo/notifications/open-notifications'
import { defineEnforcer } from '@nimbo/policy/enforcer'
import type { PolicyRule } from '@nimbo/policy/policy-rule'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { notifyingService } from '@nimbo/service/notifying-service'
import { tracer } from '@nimbo/trace/tracer'
import { faultEnvelope } from '../api/fault-envelope.ts'
import { paste } from '../api/paste.ts'
import { stackNotices } from '../app/stacks/stack-notices.ts'
import { type HeatConfig, hostOf } from '../config.ts'
import { migrations } from '../db/migrations.ts'
import type { HeatTables } from '../db/tables.ts'
import { errors } from '../errors.ts'
import { heatApp } from './heat-app.ts'
import { policies } from '../policies.ts'

export interface HeatApiOptions {
  readonly config: HeatConfig
}

/** Starts heat-api; any number of processes may share one database. */
export const startHeatApi = async (
  host: ServiceHost,
  { config }: HeatApiOptions,
): Promise<RunningService> => {
  const db = await host.openDatabase<HeatTables>('heat', migrations)
  const notifications = await openNotifications(host, { config, host: hostOf(config) })
  notifications.sendFrom(db)
  const enforcer = defineEnforcer<readonly PolicyRule[]>({
    defaults: policies,
    policyYaml: host.override('heat', 'policy.yaml'),
  })
  const rules: ReadonlySet<string> = new Set(policies.map(({ name }) => name))
  const spans = tracer('heat-api', host.spans)
  const api = createApi({
    name: 'orchestration',
    app: heatApp(host, { db, config, enforcer, rules, notices: stackNotices(notifications.notifier) }),
    routes: async () => (await import('../api/routes.ts')).routes,
    authorizer: enforcer,
    tracer: spans,
    forbidden: (rule) => errors.Forbidden({ rule }),
    invalid: ({ path, reason }) => (path === '' ? reason : `${path}: ${reason}`),
  })
  const handler = serveApi(host, {
    service: 'heat',
    paste,
    main: 'heat-api',
    apps: { heat_app: api },
    described: async () => (await import('../api/described.ts')).described,
    tracer: spans,
    faults: {
      envelope: faultEnvelope,
      unexpected: 'The server has either erred or is incapable of performing the requested operation.',
    },
  })
  return notifyingService(handler, notifications)
}
