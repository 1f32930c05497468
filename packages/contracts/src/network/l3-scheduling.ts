import { notification } from '@nimbo/notifications/notification'
import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Agent } from './agents.ts'
import { routerOperations } from './router.ts'

const ofAgent = '/agents/{agent_id}/l3-routers'
const on = found('agent')
const errors = ['AgentNotFound', 'InvalidL3Agent']

/** `ha_state` is shown for HA routers. */
const RunningAgent = view({ ...Agent.properties, ha_state: nullable(Type.String()) })

export const listRoutersOfAgent = operation({
  id: 'l3_routers.list',
  method: 'GET',
  path: ofAgent,
  summary: 'List the routers that an agent runs',
  rule: 'get_l3-routers',
  on,
  replies: routerOperations.list.replies,
  errors,
})

export const addRouterToAgent = operation({
  id: 'l3_routers.create',
  method: 'POST',
  path: ofAgent,
  summary: 'Have an agent run a router',
  rule: 'create_l3-router',
  on,
  body: Type.Object({ router_id: Type.String() }, exact),
  replies: { 201: Type.Null() },
  errors: [
    ...errors,
    'RouterNotFound',
    'RouterHostedByL3Agent',
    'RouterL3AgentMismatch',
    'DVRL3CannotAssignToDvrAgent',
  ],
})

export const removeRouterFromAgent = operation({
  id: 'l3_routers.delete',
  method: 'DELETE',
  path: `${ofAgent}/{router_id}`,
  summary: 'Have an agent run a router no more',
  rule: 'delete_l3-router',
  on,
  replies: { 204: empty },
  errors: [...errors, 'RouterNotHostedByL3Agent'],
})

export const listAgentsOfRouter = operation({
  id: 'l3_agents.list',
  method: 'GET',
  path: '/routers/{router_id}/l3-agents',
  summary: 'List the agents that run a router',
  rule: 'get_l3-agents',
  on: found('router'),
  replies: { 200: view({ agents: Type.Array(RunningAgent) }) },
  errors: ['RouterNotFound'],
})

const schedulingNotification = (verb: 'add' | 'remove') =>
  notification(`l3_agent.router.${verb}`, {
    publisher: 'network',
    payload: Type.Object({ agent: Type.Object({ id: Type.String(), router_id: Type.String() }) }),
  })

export const l3SchedulingNotifications = {
  add: schedulingNotification('add'),
  remove: schedulingNotification('remove'),
}
