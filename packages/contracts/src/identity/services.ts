import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { changes, Description, Flag, open, pagedQuery, pageLinks, Self, text } from './words.ts'

const Service = open({
  id: Type.String(),
  type: Type.String(),
  name: Type.String(),
  enabled: Type.Boolean(),
  /** Absent when the service has no description. */
  description: Type.Optional(Type.String()),
  links: Self,
})
export type ServiceView = Static<typeof Service>

const ServiceType = Type.String({ minLength: 1, maxLength: 255 })
const changeable = {
  name: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  description: Description,
  enabled: Flag,
}
const shown = view({ service: Service })
const path = '/v3/services/{service_id}'
const on = found('service')
const errors = ['NotFound']

export const listServices = operation({
  id: 'services.list',
  method: 'GET',
  path: '/v3/services',
  summary: 'List the services of the catalog',
  rule: 'identity:list_services',
  on: ownProject,
  query: pagedQuery({ type: text, name: text }),
  replies: { 200: view({ services: Type.Array(Service), ...pageLinks }) },
})

export const createService = operation({
  id: 'services.create',
  method: 'POST',
  path: '/v3/services',
  summary: 'Create a service of the catalog',
  rule: 'identity:create_service',
  on: ownProject,
  body: Type.Object({ service: open({ ...changeable, type: ServiceType }) }),
  replies: { 201: shown },
})

export const showService = operation({
  id: 'services.show',
  method: 'GET',
  path,
  summary: 'Show a service of the catalog',
  rule: 'identity:get_service',
  on,
  replies: { 200: shown },
  errors,
})

export const updateService = operation({
  id: 'services.update',
  method: 'PATCH',
  path,
  summary: 'Change a service of the catalog',
  rule: 'identity:update_service',
  on,
  body: Type.Object({ service: changes({ ...changeable, type: Type.Optional(ServiceType) }) }),
  replies: { 200: shown },
  errors,
})

export const deleteService = operation({
  id: 'services.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a service of the catalog and its endpoints',
  rule: 'identity:delete_service',
  on,
  replies: { 204: empty },
  errors,
})
