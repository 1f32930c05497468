import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { each, found, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { resourceNotifications } from './resource-notifications.ts'

/** An agent on a host, as reported. */
export const Agent = view({
  id: Type.String(),
  host: Type.String(),
  agent_type: Type.String(),
  binary: Type.String(),
  topic: Type.String(),
  availability_zone: Type.String(),
  admin_state_up: Type.Boolean(),
  /** Whether it reported recently. */
  alive: Type.Boolean(),
  description: nullable(Type.String()),
  configurations: Type.Unknown(),
  /** Whether placement knows what its host offers to ports with a minimum bandwidth; null when it offers nothing. */
  resources_synced: nullable(Type.Boolean()),
  created_at: Type.String(),
  started_at: Type.String(),
  heartbeat_timestamp: Type.String(),
})
export type Agent = Static<typeof Agent>

const Text = Type.Optional(Type.Array(Type.String()))
const one = '/agents/{agent_id}'
const on = found('agent')
const errors = ['AgentNotFound']

/** The filters of agent lists. */
export const agentFilters = {
  ...{ id: Text, host: Text, agent_type: Text, binary: Text, topic: Text, description: Text },
  ...{ availability_zone: Text, admin_state_up: Text, alive: Text },
}

export const listAgents = operation({
  id: 'agents.list',
  method: 'GET',
  path: '/agents',
  summary: 'List agents',
  rule: 'get_agent',
  on: each,
  query: Type.Object(agentFilters),
  replies: { 200: view({ agents: Type.Array(Agent) }) },
})

export const showAgent = operation({
  id: 'agents.show',
  method: 'GET',
  path: one,
  summary: 'Show an agent',
  rule: 'get_agent',
  on,
  replies: { 200: view({ agent: Agent }) },
  errors,
})

export const updateAgent = operation({
  id: 'agents.update',
  method: 'PUT',
  path: one,
  summary: 'Switch an agent on or off, or describe it',
  rule: 'update_agent',
  on,
  body: Type.Object({
    agent: Type.Object(
      {
        admin_state_up: Type.Optional(Type.Boolean()),
        description: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
      },
      exact,
    ),
  }),
  replies: { 200: view({ agent: Agent }) },
  errors,
})

export const deleteAgent = operation({
  id: 'agents.delete',
  method: 'DELETE',
  path: one,
  summary: 'Forget an agent',
  rule: 'delete_agent',
  on,
  replies: { 204: empty },
  errors,
})

export const listAvailabilityZones = operation({
  id: 'availability_zones.list',
  method: 'GET',
  path: '/availability_zones',
  summary: 'List the availability zones of agents',
  rule: 'get_availability_zone',
  on: ownProject,
  replies: {
    200: view({
      availability_zones: Type.Array(
        view({ name: Type.String(), resource: Type.String(), state: Type.String() }),
      ),
    }),
  },
})

/** Agents register themselves, so there is no create operation. */
const { create: _made, ...notifications } = resourceNotifications('agent', { whenDeleted: 'id' })
export const agentNotifications = notifications
