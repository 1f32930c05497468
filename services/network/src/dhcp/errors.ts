import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  InvalidDHCPAgent: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Agent ${id} is not a valid DHCP Agent or has been disabled.`,
  ),
  NetworkHostedByDHCPAgent: fault<{ networkId: string; agentId: string }>(
    'conflict',
    ({ networkId, agentId }) =>
      `The network ${networkId} has been already hosted by the DHCP Agent ${agentId}.`,
  ),
  NetworkNotHostedByDhcpAgent: fault<{ networkId: string; agentId: string }>(
    'conflict',
    ({ networkId, agentId }) => `The network ${networkId} is not hosted by the DHCP Agent ${agentId}.`,
  ),
})
