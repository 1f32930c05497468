import { notification } from '@nimbo/notifications/notification'
import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Agent } from './agents.ts'
import { networkOperations } from './network.ts'

const ofAgent = '/agents/{agent_id}/dhcp-networks'
const on = found('agent')
const errors = ['AgentNotFound', 'InvalidDHCPAgent']

export const listNetworksOfAgent = operation({
  id: 'dhcp_networks.list',
  method: 'GET',
  path: ofAgent,
  summary: 'List the networks on which an agent serves DHCP',
  rule: 'get_dhcp-networks',
  on,
  replies: networkOperations.list.replies,
  errors,
})

export const addNetworkToAgent = operation({
  id: 'dhcp_networks.create',
  method: 'POST',
  path: ofAgent,
  summary: 'Have an agent serve DHCP on a network',
  rule: 'create_dhcp-network',
  on,
  body: Type.Object({ network_id: Type.String() }, exact),
  replies: { 201: Type.Null() },
  errors: [...errors, 'NetworkNotFound', 'NetworkHostedByDHCPAgent'],
})

export const removeNetworkFromAgent = operation({
  id: 'dhcp_networks.delete',
  method: 'DELETE',
  path: `${ofAgent}/{network_id}`,
  summary: 'Have an agent serve DHCP on a network no more',
  rule: 'delete_dhcp-network',
  on,
  replies: { 204: empty },
  errors: [...errors, 'NetworkNotHostedByDhcpAgent'],
})

export const listAgentsOfNetwork = operation({
  id: 'dhcp_agents.list',
  method: 'GET',
  path: '/networks/{network_id}/dhcp-agents',
  summary: 'List the agents that serve DHCP on a network',
  rule: 'get_dhcp-agents',
  on: found('network'),
  replies: { 200: view({ agents: Type.Array(Agent) }) },
  errors: ['NetworkNotFound'],
})

const schedulingNotification = (verb: 'add' | 'remove') =>
  notification(`dhcp_agent.network.${verb}`, {
    publisher: 'network',
    payload: Type.Object({ agent: Type.Object({ id: Type.String(), network_id: Type.String() }) }),
  })

export const dhcpSchedulingNotifications = {
  add: schedulingNotification('add'),
  remove: schedulingNotification('remove'),
}
