import { dhcpSchedulingNotifications } from '@nimbo/contracts/network/dhcp-scheduling'
import type { Network } from '@nimbo/contracts/network/network'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../app/deps.ts'
import { reportServing } from '../hosts/spread-ports.ts'
import { type AgentRow, dhcpAgents, dhcpAgentType } from '../resources/agent/agents.ts'
import { errors as networkErrors } from '../resources/network/errors.ts'
import { networks } from '../resources/network/networks.ts'
import { subnetsOf } from '../resources/subnet/subnets.ts'
import { bindDhcp, hostsServing, networksServedBy } from './dhcp-bindings.ts'
import { errors } from './errors.ts'
import { serveDhcp, withdraw } from './serve-dhcp.ts'

const checkServesDhcp = ({ id, agent_type, admin_state_up }: AgentRow, enabled: boolean): void => {
  if (agent_type !== dhcpAgentType || (enabled && admin_state_up !== 1)) throw errors.InvalidDHCPAgent({ id })
}

/** The networks on which an agent serves DHCP; empty for other kinds of agents. */
export const networksOfAgent = async ({ db }: Deps, agent: AgentRow): Promise<Network[]> =>
  agent.agent_type === dhcpAgentType
    ? networks.list(db, 'all', { id: await networksServedBy(db, agent.host) })
    : []

/** The agents that serve DHCP on a network. */
export const agentsOfNetwork = async ({ db }: Deps, networkId: string): Promise<readonly AgentRow[]> => {
  const hosts = await hostsServing(db, networkId)
  return (await dhcpAgents(db)).filter(({ host }) => hosts.includes(host))
}

/** Adds a DHCP agent to a network. */
export const addToAgent = (deps: Deps, ctx: Context, agent: AgentRow, networkId: string): Promise<void> => {
  checkServesDhcp(agent, true)
  return deps.transaction(ctx, async (inside) => {
    const { db, afterwards } = inside
    if (!(await networks.plain(db, 'all', networkId))) throw networkErrors.NetworkNotFound({ id: networkId })
    if ((await hostsServing(db, networkId)).includes(agent.host))
      throw errors.NetworkHostedByDHCPAgent({ networkId, agentId: agent.id })
    await bindDhcp(db, networkId, agent.host)
    // Without a DHCP subnet there is nothing to serve yet; the binding takes effect when one is created.
    if ((await subnetsOf(db, networkId)).some(({ enable_dhcp }) => enable_dhcp))
      await serveDhcp(inside, networkId)
    await deps.notices.happened(inside, dhcpSchedulingNotifications.add, networkId, {
      agent: { id: agent.id, network_id: networkId },
    })
    afterwards(() => reportServing(deps, ctx, networkId, [agent.host]))
  })
}

/** Removes a DHCP agent from a network. If it was the only one, another is scheduled at the network's next change. */
export const removeFromAgent = (
  deps: Deps,
  ctx: Context,
  agent: AgentRow,
  networkId: string,
): Promise<void> => {
  checkServesDhcp(agent, false)
  return deps.transaction(ctx, async (inside) => {
    const { db, afterwards } = inside
    if (!(await hostsServing(db, networkId)).includes(agent.host))
      throw errors.NetworkNotHostedByDhcpAgent({ networkId, agentId: agent.id })
    await withdraw(db, networkId, agent.host)
    await deps.notices.happened(inside, dhcpSchedulingNotifications.remove, networkId, {
      agent: { id: agent.id, network_id: networkId },
    })
    afterwards(() => reportServing(deps, ctx, networkId, [agent.host]))
  })
}
