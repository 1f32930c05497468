import { randomInt } from 'node:crypto'
import { computeClient } from '@nimbo/clients/compute'
import { restClient } from '@nimbo/clients/rest-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { allOrNone } from '@nimbo/db/all-or-none'
import { inTransaction } from '@nimbo/db/in-transaction'
import { createApi } from '@nimbo/http/api'
import type { ValidateToken } from '@nimbo/http/filters/authtoken'
import type { Route } from '@nimbo/http/route'
import { internalContext } from '@nimbo/kernel/context'
import { turns } from '@nimbo/kernel/turns'
import { openNotifications } from '@nimbo/notifications/open-notifications'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { envelope } from '../api/envelope.ts'
import { paste } from '../api/paste.ts'
import { operations, routes } from '../api/routes.ts'
import { listVersions } from '../api/versions.ts'
import { agentSignals } from '../app/agent-signals.ts'
import type { Deps } from '../app/deps.ts'
import { type NetworkApp, networkApp } from '../app/network-app.ts'
import { notices } from '../app/notices.ts'
import { refilter } from '../app/security-groups.ts'
import { servePlugin } from '../app/serve-plugin.ts'
import { serveAnew } from '../app/spread-ports.ts'
import { tellOfRecentPorts } from '../app/tell-of-recent-ports.ts'
import { hostOf, type NeutronConfig } from '../config.ts'
import { migrations } from '../db/migrations.ts'
import { storeOver } from '../db/store.ts'
import type { NetworkTables } from '../db/tables.ts'
import { errors } from '../errors.ts'
import { networkEnforcer } from '../policies.ts'
import { changesForHosts } from '../tasks/changes-for-hosts.ts'
import { computeEventsSender } from '../tasks/compute-events.ts'

const service = 'neutron'
const unexpected = 'Request Failed: internal server error while processing your request.'

export interface NeutronServerOptions {
  readonly config: NeutronConfig
  /** How tokens are checked; by asking identity unless given. */
  readonly validateToken?: ValidateToken
}

/** Starts the API of networks and the server that agents ask; any number of processes may share one database. */
export const startNeutronServer = async (
  host: ServiceHost,
  options: NeutronServerOptions,
): Promise<RunningService> => {
  const { clock, bus, silentBefore } = host
  const log = host.log.child({ service: 'network' })
  const { config } = options
  const db = await host.openDatabase<NetworkTables>(service, migrations)
  const store = storeOver(db)
  const notifications = await openNotifications(host, { config, host: hostOf(config) })
  notifications.sendFrom(db)

  const tokens = serviceTokens(host.transport, host.credentials(service), clock)
  const compute = computeClient(
    restClient({ transport: host.transport, serviceType: 'compute', authenticate: asService(tokens) }),
  )
  const events = computeEventsSender({ events: store.computeEvents, compute, clock, log })

  const changes = changesForHosts({
    ...{ clock, log },
    refilter: (groupIds) => refilter(deps, internalContext(), groupIds),
    serveAnew: (networkIds) => serveAnew(deps, internalContext(), networkIds),
  })
  const deps: Deps = {
    store,
    transaction: (work) => inTransaction(db, (transaction) => work(storeOver(transaction))),
    allOrNone: (work) => allOrNone(db, (transaction) => work(storeOver(transaction))),
    projectTurns: turns(),
    ...{ clock, silentBefore },
    notices: notices(notifications.notifier),
    config,
    random: (below) => randomInt(below),
    agents: agentSignals(bus, log),
    membersChanged: changes.membersChanged,
    dhcpChanged: changes.dhcpChanged,
    sendComputeEvents: (written) => events.send(written),
  }
  const enforcer = networkEnforcer(host.override(service, 'policy.yaml'))
  const app = networkApp(deps, enforcer)
  const spans = tracer('neutron-server', host.spans)
  const api = (served: readonly Route<NetworkApp>[]) =>
    createApi({
      name: 'network',
      routes: served,
      app,
      authorizer: enforcer,
      tracer: spans,
      forbidden: (rule) => errors.PolicyNotAuthorized({ rules: `rule:${rule}` }),
      invalid: ({ property, reason }) => `Invalid input for ${property}. Reason: ${reason}.`,
    })
  const handler = serveApi(host, {
    service,
    paste,
    main: service,
    apps: { neutronversions: api([listVersions]), neutronapiapp_v2_0: api(routes) },
    described: { title: 'Network', operations, prefix: '/v2.0' },
    tracer: spans,
    faults: { envelope, unexpected, statuses: { quotaExceeded: 409 } },
    ...(options.validateToken ? { validateToken: options.validateToken } : {}),
  })

  const plugin = await servePlugin(bus, log, deps)
  return {
    api: handler,
    begin: async () => {
      notifications.start()
      events.start()
      await tellOfRecentPorts(deps)
    },
    settled: async () => {
      await changes.settle()
      await bus.idle()
      await events.idle()
      await notifications.idle()
    },
    stop: async () => {
      await changes.settle()
      await plugin.close()
      await events.stop()
      await notifications.stop()
    },
  }
}
