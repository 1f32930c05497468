import { l3SchedulingNotifications } from '@nimbo/contracts/network/l3-scheduling'
import type { PlainRouter } from '@nimbo/contracts/network/router'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { type AgentRow, l3AgentType, l3Agents } from '../agent/agents.ts'
import { type HaBinding, haBindingsOfRouter } from './availability/ha-rows.ts'
import { joinHost } from './availability/run-together.ts'
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
  return routers.list(db, 'all', { id: await routersRunBy(db, agent.host) })
}

/** An agent that runs a router, and whether packets cross it there, if others run it too. */
interface RunningAgent {
  readonly agent: AgentRow
  readonly haState: HaBinding['state'] | null
}

/** The agents that run a router: one, or none yet, or several. */
export const agentsOfRouter = async (
  { db }: Pick<Deps, 'db'>,
  { id }: PlainRouter,
): Promise<RunningAgent[]> => {
  const host = (await hostsRunning(db, [id])).get(id)
  const shared = new Map((await haBindingsOfRouter(db, id)).map((binding) => [binding.host, binding.state]))
  return (await l3Agents(db))
    .filter((agent) => agent.host === host || shared.has(agent.host))
    .map((agent) => ({ agent, haState: shared.get(agent.host) ?? null }))
}

/** Has an agent run a router that none runs. */
export const addToAgent = (deps: Deps, ctx: Context, agent: AgentRow, routerId: string): Promise<void> => {
  checkRunsRouters(agent, true)
  return deps.transaction(ctx, async (inside) => {
    const router = await routers.plain(inside.db, 'all', routerId)
    if (!router) throw errors.RouterNotFound({ id: routerId })
    const running = await agentsOfRouter(inside, router)
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

/** Has an agent run a router no more: another one, or the same, takes it at its next report. */
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
