import type { Bus } from '@nimbo/bus/bus'
import { networkAgent } from '@nimbo/contracts/network/agent-rpc'
import { l3Agent } from '@nimbo/contracts/network/l3-rpc'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import type { AgentSignals } from './host-signals.ts'
import { segmentOf } from './host-state/host-state.ts'

/** Sends signals to the agents of hosts over the bus. */
export const agentSignals = (bus: Bus, log: Log): AgentSignals => {
  const agents = rpcClient(bus, networkAgent)
  const l3Agents = rpcClient(bus, l3Agent)
  return {
    prepareNetwork: async (ctx, host, network) => {
      try {
        await agents.on(host).prepareNetwork(ctx, segmentOf(network))
        return true
      } catch (error) {
        log.warn({ host, network: network.id, reason: messageOf(error) }, 'a host could not create a network')
        return false
      }
    },
    portsChanged: (ctx, host, portIds) => agents.on(host).portsChanged(ctx, { portIds: [...portIds] }),
    keepMembers: () => agents.supports('membersChanged'),
    membersChanged: (ctx, host, changes) => agents.on(host).membersChanged(ctx, { groups: [...changes] }),
    keepRules: () => agents.supports('rulesChanged'),
    rulesChanged: (ctx, host, groupIds) => agents.on(host).rulesChanged(ctx, { groupIds: [...groupIds] }),
    portsGone: (ctx, host, portIds) =>
      agents.on(host).portsChanged(ctx, { portIds: [...portIds], gone: true }),
    peersChanged: async (ctx, host) => {
      if (agents.supports('peersChanged')) await agents.on(host).peersChanged(ctx, {})
    },
    dhcpChanged: (ctx, host, networkId) => agents.on(host).dhcpChanged(ctx, { networkId }),
    routersChanged: (ctx, host, routerIds) =>
      l3Agents.on(host).routersChanged(ctx, { routerIds: [...routerIds] }),
  }
}
