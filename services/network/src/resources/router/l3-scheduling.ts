import { l3SchedulingNotifications } from '@nimbo/contracts/network/l3-scheduling'
import type { PlainRouter } from '@nimbo/contracts/network/router'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { type AgentRow, l3Agents, l3AgentType, modeOf } from '../agent/agents.ts'
import { type HaBinding, haBindingsOfRouter } from './availability/ha-rows.ts'
import { joinHost } from './availability/run-together.ts'
import { distributedOn, hostsOfDistributed } from './distribution/where-distributed.ts'
import { errors } from './errors.ts'
import { hostsRunning, routersRunBy } from './router-bindings.ts'
import { routers } from './routers.ts'
import { runOn, runWithout } from './schedule-router.ts'

const checkRunsRouters = ({ id, agent_type, admin_state_up }: AgentRow, enabled: boolean): void => {
  if (agent_type !== l3AgentType || (enabled && admin_state_up !== 1)) throw errors.InvalidL3Agent({ id })
}

/** The routers that an agent runs. */
export const routersOfAgent = async ({ db }: Deps, agent: AgentRow) => {
  checkRunsRouters(agent, false)
  const ids = [...(await routersRunBy(db, agent.host)), ...(await distributedOn(db, agent.host))]
  return routers.list(db, 'all', { id: [...new Set(ids)] })
}

/** An agent that runs a router, with its HA state. */
interface RunningAgent {
  readonly agent: AgentRow
  readonly haState: HaBinding['state'] | null
}

/** The agents that run a router. */
export const agentsOfRouter = async (
  { db }: Pick<Deps, 'db'>,
  { id }: PlainRouter,
): Promise<RunningAgent[]> => {
  const host = (await hostsRunning(db, [id])).get(id)
  const shared = new Map((await haBindingsOfRouter(db, id)).map((binding) => [binding.host, binding.state]))
  const everywhere = new Set(await hostsOfDistributed(db, id))
  return (await l3Agents(db))
    .filter((agent) => agent.host === host || shared.has(agent.host) || everywhere.has(agent.host))
    .map((agent) => ({ agent, haState: shared.get(agent.host) ?? null }))
}

/** Throws for an agent that cannot run this kind of router. */
const checkMayHost = (agent: AgentRow, { id, distributed }: PlainRouter): void => {
  const mode = modeOf(agent)
  if (mode === 'dvr') throw errors.DVRL3CannotAssignToDvrAgent({ agentId: agent.id })
  if (distributed && mode === 'legacy')
    throw errors.RouterL3AgentMismatch({ routerId: id, agentId: agent.id })
}

/** Schedules a router on an agent. */
export const addToAgent = (deps: Deps, ctx: Context, agent: AgentRow, routerId: string): Promise<void> => {
  checkRunsRouters(agent, true)
  return deps.transaction(ctx, async (inside) => {
    const router = await routers.plain(inside.db, 'all', routerId)
    if (!router) throw errors.RouterNotFound({ id: routerId })
    checkMayHost(agent, router)
    const host = (await hostsRunning(inside.db, [routerId])).get(routerId)
    const all = await agentsOfRouter(inside, router)
    // A distributed router is also on hosts with its guests; only the one with SNAT counts here.
    const running = router.distributed ? all.filter((each) => each.agent.host === host) : all
    if (running.some((each) => each.agent.id === agent.id)) return
    const [other] = running
    if (other && !router.ha) throw errors.RouterHostedByL3Agent({ routerId, agentId: other.agent.id })
    if (router.ha) await joinHost(inside, router, agent.host)
    if (!other) await runOn(inside, routerId, agent.host)
    await deps.notices.happened(inside, l3SchedulingNotifications.add, routerId, {
      agent: { id: agent.id, router_id: routerId },
    })
  })
}

/** Removes a router from an agent; it is scheduled again at the next report of an agent. */
export const removeFromAgent = (
  deps: Deps,
  ctx: Context,
  agent: AgentRow,
  routerId: string,
): Promise<void> => {
  checkRunsRouters(agent, false)
  return deps.transaction(ctx, async (inside) => {
    const running = await routersRunBy(inside.db, agent.host)
    if (!running.includes(routerId)) throw errors.RouterNotHostedByL3Agent({ routerId, agentId: agent.id })
    await runWithout(inside, routerId, agent.host)
    await deps.notices.happened(inside, l3SchedulingNotifications.remove, routerId, {
      agent: { id: agent.id, router_id: routerId },
    })
  })
}
