import { empty, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { changes, Flag, Id, open, pagedQuery, pageLinks, Self, text } from './words.ts'

const Interface = oneOf(['public', 'internal', 'admin'])

const fields = {
  id: Type.String(),
  service_id: Type.String(),
  region_id: nullable(Type.String()),
  interface: Interface,
  url: Type.String(),
  enabled: Type.Boolean(),
  links: Self,
}
/** `region` is the older name of `region_id`. */
export const Endpoint = open({ ...fields, region: nullable(Type.String()) })
/** An endpoint without the older name of its region, as lists of a policy's endpoints show it. */
export const EndpointOfPolicy = open(fields)
export type EndpointView = Static<typeof Endpoint>

const Url = Type.String({ minLength: 1, maxLength: 2048, pattern: '^[a-zA-Z0-9+.-]+:.+' })
const Region = Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 255 })))
const changeable = { region_id: Region, region: Region, enabled: Flag }
const shown = view({ endpoint: Endpoint })
const path = '/v3/endpoints/{endpoint_id}'
const on = found('endpoint')
const errors = ['NotFound']

export const listEndpoints = operation({
  id: 'endpoints.list',
  method: 'GET',
  path: '/v3/endpoints',
  summary: 'List endpoints',
  rule: 'identity:list_endpoints',
  on: ownProject,
  query: pagedQuery({ interface: text, service_id: text, region_id: text }),
  replies: { 200: view({ endpoints: Type.Array(Endpoint), ...pageLinks }) },
})

export const createEndpoint = operation({
  id: 'endpoints.create',
  method: 'POST',
  path: '/v3/endpoints',
  summary: 'Create an endpoint',
  rule: 'identity:create_endpoint',
  on: ownProject,
  body: Type.Object({ endpoint: open({ ...changeable, service_id: Id, interface: Interface, url: Url }) }),
  replies: { 201: shown },
})

export const showEndpoint = operation({
  id: 'endpoints.show',
  method: 'GET',
  path,
  summary: 'Show an endpoint',
  rule: 'identity:get_endpoint',
  on,
  replies: { 200: shown },
  errors,
})

export const updateEndpoint = operation({
  id: 'endpoints.update',
  method: 'PATCH',
  path,
  summary: 'Change an endpoint',
  rule: 'identity:update_endpoint',
  on,
  body: Type.Object({
    endpoint: changes({
      ...changeable,
      service_id: Type.Optional(Id),
      interface: Type.Optional(Interface),
      url: Type.Optional(Url),
    }),
  }),
  replies: { 200: shown },
  errors,
})

export const deleteEndpoint = operation({
  id: 'endpoints.delete',
  method: 'DELETE',
  path,
  summary: 'Delete an endpoint',
  rule: 'identity:delete_endpoint',
  on,
  replies: { 204: empty },
  errors,
})
