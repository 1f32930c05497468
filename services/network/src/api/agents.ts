import { noContent, ok } from '@nimbo/http/reply'
import { routesOf } from '@nimbo/http/routes-of'
import { Type } from 'typebox'
import type { NetworkApp } from '../app/network-app.ts'

const route = routesOf<NetworkApp>()

const UpdateAgent = Type.Object({
  agent: Type.Object(
    {
      admin_state_up: Type.Optional(Type.Boolean()),
      description: Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()])),
    },
    { additionalProperties: false },
  ),
})

const filterable = [
  'id',
  'host',
  'agent_type',
  'binary',
  'topic',
  'availability_zone',
  'admin_state_up',
  'alive',
]

export const listAgents = route({
  method: 'GET',
  path: '/agents',
  name: 'agents.list',
  policy: 'get_agent',
  replies: [200],
  handle: async ({ app, request }) => {
    const wanted = filterable.filter((name) => request.query.has(name))
    const agents = (await app.agents.list()).filter((agent) =>
      wanted.every((name) => {
        const value = String((agent as unknown as Record<string, unknown>)[name]).toLowerCase()
        return request.query.getAll(name).some((text) => text.toLowerCase() === value)
      }),
    )
    return ok({ agents })
  },
})

export const showAgent = route({
  method: 'GET',
  path: '/agents/{agent_id}',
  name: 'agents.show',
  policy: 'get_agent',
  replies: [200],
  handle: async ({ app, params }) => ok({ agent: await app.agents.get(params.agent_id) }),
})

export const updateAgent = route({
  method: 'PUT',
  path: '/agents/{agent_id}',
  name: 'agents.update',
  policy: 'update_agent',
  body: UpdateAgent,
  replies: [200],
  handle: async ({ ctx, app, params, body }) =>
    ok({ agent: await app.agents.update(ctx, params.agent_id, body.agent) }),
})

export const deleteAgent = route({
  method: 'DELETE',
  path: '/agents/{agent_id}',
  name: 'agents.delete',
  policy: 'delete_agent',
  replies: [204],
  handle: async ({ ctx, app, params }) => {
    await app.agents.delete(ctx, params.agent_id)
    return noContent()
  },
})

export const listAvailabilityZones = route({
  method: 'GET',
  path: '/availability_zones',
  name: 'availability_zones.list',
  policy: 'get_availability_zone',
  replies: [200],
  handle: async ({ app }) => ok({ availability_zones: await app.agents.zones() }),
})
