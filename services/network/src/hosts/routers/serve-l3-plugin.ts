import type { Bus, Subscription } from '@nimbo/bus/bus'
import { l3Plugin, type RunRouter } from '@nimbo/contracts/network/l3-rpc'
import type { Context } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { Deps } from '../../app/deps.ts'
import { l3AgentType, metadataAgentBeside } from '../../resources/agent/agents.ts'
import { haBindingsOf, routersOfTooFew } from '../../resources/router/availability/ha-rows.ts'
import { wantedHosts } from '../../resources/router/availability/run-together.ts'
import { distributedOn } from '../../resources/router/distribution/where-distributed.ts'
import { hostsRunning, routersRunBy, unrunRouters } from '../../resources/router/router-bindings.ts'
import { hostFor, noteElection, runOnMore } from '../../resources/router/schedule-router.ts'
import type { Db } from '../../tables.ts'
import { runDistributed } from './distributed-routers.ts'
import { reportAgents } from '../../resources/agent/report-agents.ts'
import { electionsOn } from './router-elections.ts'
import { routersWithFacts, runRouter } from './router-state.ts'

/** Schedules routers that no agent ran because none was alive when they were needed. */
const runUnrun = async (deps: Deps, ctx: Context): Promise<void> => {
  for (const routerId of await unrunRouters(deps.db))
    await deps.transaction(ctx, (inside) => hostFor(inside, routerId))
  for (const routerId of await routersOfTooFew(deps.db, wantedHosts({ deps })))
    await deps.transaction(ctx, (inside) => runOnMore(inside, routerId))
}

interface Reached {
  readonly routerId: string
  readonly ids: readonly string[]
  readonly status: 'ACTIVE' | 'DOWN'
}

/** Records whether the floating IPs of a router are active. */
const noteReached = async (db: Db, { routerId, ids, status }: Reached): Promise<void> => {
  if (ids.length === 0) return
  await db
    .updateTable('floatingips')
    .set({ status })
    .where('id', 'in', ids)
    .where('router_id', '=', routerId)
    .where('status', '<>', status)
    .execute()
}

/** The routers of a host for its agent, with the VRRP settings of HA routers. */
const routersOn = async (
  deps: Deps,
  ctx: Context,
  { host, ids, all }: { readonly host: string; readonly ids: readonly string[]; readonly all: boolean },
): Promise<RunRouter[]> => {
  const { routers, facts } = await routersWithFacts(deps.db, ids)
  const elections = await electionsOn(deps, host, ids)
  const alone = routers.filter(({ distributed }) => !distributed)
  const shared = routers.filter(({ distributed }) => distributed)
  return [
    ...alone.map((router) => {
      const election = elections.get(router.id)
      return { ...runRouter(router, facts), ...(election ? { election } : {}) }
    }),
    ...(await runDistributed(deps, ctx, { host, routers: shared, facts, all })),
  ]
}

/** Serves the RPC calls of L3 agents. */
export const serveL3Plugin = (bus: Bus, log: Log, deps: Deps): Promise<Subscription> => {
  const { db } = deps
  return serveRpc(
    bus,
    l3Plugin,
    { log },
    {
      reportState: async (ctx, state) => {
        const report = {
          host: state.host,
          agent_type: l3AgentType,
          binary: state.binary,
          topic: state.topic,
          availability_zone: state.availabilityZone,
          configurations: JSON.stringify(state.configurations),
          vif_type: '',
          started_at: state.startedAt,
          resources_synced: null,
        }
        const beside = state.metadata ? [metadataAgentBeside(report, state.metadata)] : []
        await reportAgents(deps, ctx, [report, ...beside])
        await runUnrun(deps, ctx)
        return {}
      },
      routers: async (ctx, { host }) => {
        const ids = new Set([...(await routersRunBy(db, host)), ...(await distributedOn(db, host))])
        return { routers: await routersOn(deps, ctx, { host, ids: [...ids], all: true }) }
      },
      routersOf: async (ctx, { host, routerIds }) => {
        const everywhere = new Set(await distributedOn(db, host))
        const running = await hostsRunning(db, routerIds)
        const shared = await haBindingsOf(db, routerIds)
        const runsIt = (id: string): boolean =>
          running.get(id) === host ||
          everywhere.has(id) ||
          (shared.get(id) ?? []).some((binding) => binding.host === host)
        return { routers: await routersOn(deps, ctx, { host, ids: routerIds.filter(runsIt), all: false }) }
      },
      electionHeld: async (ctx, { host, routerId, active }) => {
        await deps.transaction(ctx, (inside) => noteElection(inside, { routerId, host, active }))
        return {}
      },
      floatingIpsReached: async (_ctx, { routerId, up, down }) => {
        await noteReached(db, { routerId, ids: up, status: 'ACTIVE' })
        await noteReached(db, { routerId, ids: down, status: 'DOWN' })
        return {}
      },
    },
  )
}
