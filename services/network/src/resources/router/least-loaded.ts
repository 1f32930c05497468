import type { Inside } from '../../app/deps.ts'
import { aliveSince, perhapsAliveSince } from '../../hosts/agent-liveness.ts'
import { type AgentRow, l3Agents } from '../agent/agents.ts'
import { routersByHost } from './router-bindings.ts'

/** The living agents that run routers, the least loaded first; after an outage, also those not heard of yet. */
export const agentsByLoad = async ({ deps, db }: Inside): Promise<readonly AgentRow[]> => {
  const [surely, perhaps] = [aliveSince(deps), perhapsAliveSince(deps)]
  const rank = (agent: AgentRow): number => (agent.heartbeat_timestamp >= surely ? 0 : 1)
  const load = await routersByHost(db)
  return (await l3Agents(db))
    .filter((agent) => agent.admin_state_up === 1 && agent.heartbeat_timestamp >= perhaps)
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        (load.get(one.host) ?? 0) - (load.get(other.host) ?? 0) ||
        one.host.localeCompare(other.host),
    )
}
