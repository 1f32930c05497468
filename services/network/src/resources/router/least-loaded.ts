import type { Inside } from '../../app/deps.ts'
import { aliveSince, perhapsAliveSince } from '../../hosts/agent-liveness.ts'
import { type AgentRow, l3Agents, modeOf } from '../agent/agents.ts'
import { routersByHost } from './router-bindings.ts'

/** Whether an agent can host a centralized router, or the SNAT of a distributed one. */
const mayHost = (agent: AgentRow, distributed: boolean): boolean =>
  distributed ? modeOf(agent) === 'dvr_snat' : modeOf(agent) !== 'dvr'

/**
 * The agents that can run a router, least loaded first: alive ones, or after an outage also ones that have not reported
 * yet.
 */
export const agentsByLoad = async (
  { deps, db }: Inside,
  { distributed }: { readonly distributed: boolean },
): Promise<readonly AgentRow[]> => {
  const [surely, perhaps] = [aliveSince(deps), perhapsAliveSince(deps)]
  const rank = (agent: AgentRow): number => (agent.heartbeat_timestamp >= surely ? 0 : 1)
  const load = await routersByHost(db)
  return (await l3Agents(db))
    .filter((agent) => mayHost(agent, distributed))
    .filter((agent) => agent.admin_state_up === 1 && agent.heartbeat_timestamp >= perhaps)
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        (load.get(one.host) ?? 0) - (load.get(other.host) ?? 0) ||
        one.host.localeCompare(other.host),
    )
}
