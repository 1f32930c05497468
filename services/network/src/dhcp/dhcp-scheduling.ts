import { dhcpSchedulingNotifications } from '@nimbo/contracts/network/dhcp-scheduling'
import type { Network } from '@nimbo/contracts/network/network'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../app/deps.ts'
import { tellServing } from '../hosts/spread-ports.ts'
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

/** The networks on which an agent serves DHCP; of one that serves none there are none. */
export const networksOfAgent = async ({ db }: Deps, agent: AgentRow): Promise<Network[]> =>
  agent.agent_type === dhcpAgentType
    ? networks.list(db, 'all', { id: await networksServedBy(db, agent.host) })
    : []

/** The agents that serve DHCP on a network. */
export const agentsOfNetwork = async ({ db }: Deps, networkId: string): Promise<readonly AgentRow[]> => {
  const hosts = await hostsServing(db, networkId)
  return (await dhcpAgents(db)).filter(({ host }) => hosts.includes(host))
}

/** Has an agent serve DHCP on a network beside those that do. */
export const addToAgent = (deps: Deps, ctx: Context, agent: AgentRow, networkId: string): Promise<void> => {
  checkServesDhcp(agent, true)
  return deps.transaction(ctx, async (inside) => {
    const { db, afterwards } = inside
    if (!(await networks.plain(db, 'all', networkId))) throw networkErrors.NetworkNotFound({ id: networkId })
    if ((await hostsServing(db, networkId)).includes(agent.host))
      throw errors.NetworkHostedByDHCPAgent({ networkId, agentId: agent.id })
    await bindDhcp(db, networkId, agent.host)
    // Without a subnet that wants it nobody serves DHCP yet, and this one does as soon as there is one.
    if ((await subnetsOf(db, networkId)).some(({ enable_dhcp }) => enable_dhcp))
      await serveDhcp(inside, networkId)
    await deps.notices.happened(inside, dhcpSchedulingNotifications.add, networkId, {
      agent: { id: agent.id, network_id: networkId },
    })
    afterwards(() => tellServing(deps, ctx, networkId, [agent.host]))
  })
}

/** Has an agent serve DHCP on a network no more. Where no other does, one is found when the network changes next. */
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
    afterwards(() => tellServing(deps, ctx, networkId, [agent.host]))
  })
}
