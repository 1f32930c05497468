import { reconciler } from '@nimbo/durable/reconciler'
import { createApi } from '@nimbo/http/api'
import type { Handler } from '@nimbo/http/message'
import { mountTable } from '@nimbo/http/mount-table'
import { defineEnforcer } from '@nimbo/policy/enforcer'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { dashboardApi } from '../api/dashboard-api.ts'
import { faultEnvelope } from '../api/fault-envelope.ts'
import { sessionRoutes } from '../api/session-routes.ts'
import { signOnRoutes } from '../api/sign-on-routes.ts'
import type { HorizonApp } from '../app/app.ts'
import { builtPage } from '../app/page/built-page.ts'
import type { HorizonConfig } from '../config.ts'
import { errors } from '../errors.ts'
import { purgeExpired } from '../tasks/purge-expired.ts'
import { watchStreams } from '../tasks/watch-streams.ts'
import { forwardChanges } from './forward-changes.ts'
import { horizonApp } from './horizon-app.ts'
import { pagePlaces } from './page-places.ts'

/** The pipeline has no `authtoken` filter: users are authenticated by cookies. */
const paste = `
[pipeline:horizon]
pipeline = http_proxy_to_wsgi request_id request_log faultwrap horizon_app
`

const purgeEveryMs = 300_000
const beatEveryMs = 20_000

export interface HorizonOptions {
  readonly config: HorizonConfig
}

/** Starts the dashboard service. Any number of processes can share its database. */
export const startHorizon = async (
  host: ServiceHost,
  { config }: HorizonOptions,
): Promise<RunningService> => {
  const { app, close } = await horizonApp(host, config)
  const { clock, log } = host
  const tasks = [
    reconciler({ name: 'expired sessions', everyMs: purgeEveryMs, clock, log, run: purgeExpired(app) }),
    reconciler({ name: 'event streams', everyMs: beatEveryMs, clock, log, run: watchStreams(app) }),
  ]
  let endHearing = async (): Promise<void> => {}
  return {
    api: atMount(apiOf(host, app)),
    begin: async () => {
      endHearing = await forwardChanges(host, config.events, app.streams)
      for (const task of tasks) task.start()
    },
    settled: async () => {
      for (const task of tasks) await task.idle()
    },
    leave: () => app.streams.endAll(),
    stop: async () => {
      await endHearing()
      await Promise.all(tasks.map((task) => task.stop()))
      app.streams.endAll()
      close()
    },
  }
}

const apiOf = (host: ServiceHost, app: HorizonApp): Handler => {
  const spans = tracer('horizon', host.spans)
  const operations = createApi({
    name: 'dashboard',
    app,
    routes: [...sessionRoutes, ...signOnRoutes],
    authorizer: defineEnforcer({ defaults: [], policyYaml: host.override('horizon', 'policy.yaml') }),
    tracer: spans,
    forbidden: () => errors.ScopeRefused(),
    invalid: ({ path, reason }) => (path === '' ? reason : `${path}: ${reason}`),
  })
  const { page_directory: directory } = app.config.DEFAULT
  const files = builtPage(pagePlaces, { clock: host.clock, log: host.log, directory })
  return serveApi(host, {
    service: 'horizon',
    validateToken: async () => undefined,
    paste,
    main: 'horizon',
    apps: { horizon_app: dashboardApi({ app, files, operations }) },
    described: async () => (await import('../api/described.ts')).described,
    tracer: spans,
    faults: { envelope: faultEnvelope, unexpected: 'Something went wrong in the dashboard.' },
  })
}

/** Serves the page below `/dashboard`, also when the service has a port of its own. */
const atMount = (handler: Handler): Handler => {
  const mounted = mountTable({ '/dashboard': handler })
  return async (request) => {
    if (request.mount.endsWith('/dashboard')) return handler(request)
    if (request.path === '/') return { status: 302, headers: { location: '/dashboard/' } }
    return mounted(request)
  }
}
