import { randomInt } from 'node:crypto'
import { computeClient } from '@nimbo/clients/compute'
import { hostAggregates } from '@nimbo/clients/host-aggregates'
import { changeHeldClaim, heldClaimVersion } from '@nimbo/clients/change-held-claim'
import { placementClient } from '@nimbo/clients/placement'
import { providerTree } from '@nimbo/clients/provider-tree'
import { limitsOfIdentity } from '@nimbo/clients/limits-of-identity'
import { serviceClient } from '@nimbo/clients/service-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { computeApi } from '@nimbo/contracts/compute/api'
import { placementApi } from '@nimbo/contracts/placement/api'
import { quotaNotifications } from '@nimbo/contracts/network/quotas'
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
import { listVersions } from '../api/versions.ts'
import { callersOf } from '../app/callers.ts'
import type { Deps } from '../app/deps.ts'
import { notices } from '../app/notices.ts'
import { transacting } from '../app/transacting.ts'
import { ComputeEvents } from '../compute-events/compute-events.ts'
import { computeEventsSender } from '../compute-events/send-compute-events.ts'
import { hostOf, type NeutronConfig } from '../config.ts'
import { errors } from '../errors.ts'
import { hooks } from '../hooks.ts'
import { agentSignals } from '../hosts/agent-signals.ts'
import { changesForHosts } from '../hosts/changes-for-hosts.ts'
import { inventoriesOver } from '../audit/inventories.ts'
import { serveL3Plugin } from '../hosts/routers/serve-l3-plugin.ts'
import { servePlugin } from '../hosts/serve-plugin.ts'
import { serveAnew } from '../hosts/spread-ports.ts'
import { sentMembers } from '../hosts/group-members.ts'
import { notifyMembers } from '../hosts/notify-members.ts'
import { notifyRecentPorts } from '../hosts/notify-recent-ports.ts'
import { segmentInventories } from '../resource-providers/segment-inventories.ts'
import { resourceReports } from '../resource-providers/resource-reports.ts'
import { migrations } from '../migrations.ts'
import { networkEnforcer } from '../policies.ts'
import { keepDefaultRanges } from '../resources/network-segment-range/default-ranges.ts'
import { rooms, routes } from '../resources.ts'
import type { NetworkTables } from '../tables.ts'

const service = 'neutron'
/** The placement microversion in which all of an inventory may be reserved. */
const placementVersion = '1.26'
/** The compute microversion that shows the UUIDs of aggregates. */
const aggregatesVersion = '2.41'
const unexpected = 'Request Failed: internal server error while processing your request.'

export interface NeutronServerOptions {
  readonly config: NeutronConfig
  /** Validates tokens; asks Keystone by default. */
  readonly validateToken?: ValidateToken
}

/** Starts the Neutron API and the RPC server for agents; any number of processes may share one database. */
export const startNeutronServer = async (
  host: ServiceHost,
  options: NeutronServerOptions,
): Promise<RunningService> => {
  const { clock, bus, silentBefore } = host
  const log = host.log.child({ service: 'network' })
  const { config } = options
  const db = await host.openDatabase<NetworkTables>(service, migrations)
  const notifications = await openNotifications(host, { config, host: hostOf(config) })
  notifications.sendFrom(db)

  const tokens = serviceTokens(host.transport, host.credentials(service), clock)
  const compute = computeClient(
    serviceClient({ transport: host.transport, api: computeApi, authenticate: asService(tokens) }),
  )
  const events = computeEventsSender({ events: new ComputeEvents(db), compute, clock, log })

  const placementOf = (version: string) =>
    serviceClient({
      ...{ transport: host.transport, api: placementApi, version },
      authenticate: asService(tokens),
    })
  const placement = placementOf(placementVersion)
  const providers = providerTree(placement)
  const reports = resourceReports({ ...{ db, config, clock, log }, providers })
  const routed = segmentInventories({
    ...{ db, clock, log, providers },
    placement: placementClient(placement),
    aggregates: hostAggregates(
      serviceClient({
        ...{ transport: host.transport, api: computeApi, version: aggregatesVersion },
        authenticate: asService(tokens),
      }),
    ),
  })
  const members = sentMembers(clock)
  const changes = changesForHosts({
    ...{ clock, log },
    notifyMembers: (groupIds) => notifyMembers(deps, members, groupIds),
    serveAnew: (networkIds) => serveAnew(deps, internalContext(), networkIds),
  })
  const enforcer = networkEnforcer(host.override(service, 'policy.yaml'))
  const deps: Deps = {
    db,
    transaction: transacting(
      (work) => inTransaction(db, work),
      () => deps,
    ),
    allOrNone: transacting(
      (work) => allOrNone(db, work),
      () => deps,
    ),
    projectTurns: turns(),
    unified: limitsOfIdentity(host, { username: 'neutron', type: 'network' }),
    ...{ clock, config, hooks, routed },
    random: (below) => randomInt(below),
    hosts: {
      ...agentSignals(bus, log),
      silentBefore,
      membersChangedSoon: changes.membersChanged,
      dhcpChangedSoon: changes.dhcpChanged,
    },
    inventories: inventoriesOver(bus),
    log,
    sendComputeEvents: (written) => events.send(written),
    notices: notices(notifications.notifier, [
      ...rooms.flatMap((room) => room.notifications ?? []),
      quotaNotifications,
    ]),
    callers: callersOf(enforcer),
    changeClaim: changeHeldClaim(placementOf(heldClaimVersion)),
  }
  const spans = tracer('neutron-server', host.spans)
  const api = (served: readonly Route<Deps>[]) =>
    createApi({
      name: 'network',
      routes: served,
      app: deps,
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
    described: async () => (await import('../resources.ts')).described,
    tracer: spans,
    faults: { envelope, unexpected, statuses: { quotaExceeded: 409 } },
    ...(options.validateToken ? { validateToken: options.validateToken } : {}),
  })

  // Must happen before the first request: without ranges no network gets a segmentation id.
  await keepDefaultRanges(deps)
  const plugins = [
    await servePlugin(bus, log, deps, { members, reports }),
    await serveL3Plugin(bus, log, deps),
  ]
  return {
    api: handler,
    begin: async () => {
      notifications.start()
      events.start()
      reports.start()
      routed.start()
      await notifyRecentPorts(deps)
    },
    settled: async () => {
      await changes.settle()
      await bus.idle()
      await events.idle()
      await reports.idle()
      await routed.idle()
      await notifications.idle()
    },
    stop: async () => {
      await changes.settle()
      for (const plugin of plugins) await plugin.close()
      await events.stop()
      await reports.stop()
      await routed.stop()
      await notifications.stop()
    },
  }
}
