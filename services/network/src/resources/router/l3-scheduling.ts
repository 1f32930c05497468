import { l3SchedulingNotifications } from '@nimbo/contracts/network/l3-scheduling'
import type { PlainRouter } from '@nimbo/contracts/network/router'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { type AgentRow, l3AgentType, l3Agents } from '../agent/agents.ts'
import { errors } from './errors.ts'
import { hostsRunning, routersRunBy } from './router-bindings.ts'
import { routers } from './routers.ts'
import { runNowhere, runOn } from './schedule-router.ts'

const checkRunsRouters = ({ id, agent_type, admin_state_up }: AgentRow, enabled: boolean): void => {
  if (agent_type !== l3AgentType || (enabled && admin_state_up !== 1)) throw errors.InvalidL3Agent({ id })
}

/** The routers that an agent runs. */
export const routersOfAgent = async ({ db }: Deps, agent: AgentRow) => {
  checkRunsRouters(agent, false)
  return routers.list(db, 'all', { id: await routersRunBy(db, agent.host) })
}

/** The agents that run a router: one, or none yet. */
export const agentsOfRouter = async ({ db }: Deps, { id }: PlainRouter): Promise<readonly AgentRow[]> => {
  const host = (await hostsRunning(db, [id])).get(id)
  return (await l3Agents(db)).filter((agent) => agent.host === host)
}

/** Has an agent run a router that none runs. */
export const addToAgent = (deps: Deps, ctx: Context, agent: AgentRow, routerId: string): Promise<void> => {
  checkRunsRouters(agent, true)
  return deps.transaction(ctx, async (inside) => {
    const router = await routers.plain(inside.db, 'all', routerId)
    if (!router) throw errors.RouterNotFound({ id: routerId })
    const [other] = await agentsOfRouter({ ...deps, db: inside.db }, router)
    if (other?.id === agent.id) return
    if (other) throw errors.RouterHostedByL3Agent({ routerId, agentId: other.id })
    await runOn(inside, routerId, agent.host)
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
    const host = (await hostsRunning(inside.db, [routerId])).get(routerId)
    if (host !== agent.host) throw errors.RouterNotHostedByL3Agent({ routerId, agentId: agent.id })
    await runNowhere(inside, routerId)
    await deps.notices.happened(inside, l3SchedulingNotifications.remove, routerId, {
      agent: { id: agent.id, router_id: routerId },
    })
  })
}
