import { empty, exact, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { before, since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { strictFrom275, text } from './query.ts'
import { BooleanLike } from './words.ts'

const Service = view({
  id: Type.Union([since('2.53', Type.String()), before('2.53', Type.Integer())]),
  binary: Type.String(),
  host: Type.String(),
  zone: Type.String(),
  status: Type.String(),
  state: Type.String(),
  updated_at: Type.String(),
  disabled_reason: nullable(Type.String()),
  forced_down: since('2.11', Type.Boolean()),
})
export type ServiceView = Static<typeof Service>

/** Since 2.69: a partial service whose cell is down. */
const LostService = since(
  '2.69',
  view({ binary: Type.String(), host: Type.String(), status: Type.Literal('UNKNOWN') }),
)

const ListedService = Type.Union([Service, LostService])
export type ListedServiceView = Static<typeof ListedService>

const Reason = Type.String({ minLength: 1, maxLength: 255 })
const Named = {
  host: Type.String({ minLength: 1, maxLength: 255 }),
  binary: Type.String({ minLength: 1, maxLength: 255 }),
}
const path = '/os-services/{service_id}'
const errors = ['ServiceNotFound']

export const listServices = operation({
  id: 'services.list',
  method: 'GET',
  path: '/os-services',
  summary: 'List the processes of the service',
  rule: 'os_compute_api:os-services:list',
  on,
  query: strictFrom275({ host: text, binary: text }),
  replies: { 200: view({ services: Type.Array(ListedService) }) },
})

export const updateService = operation({
  id: 'services.update',
  method: 'PUT',
  path,
  since: '2.53',
  summary: 'Enable, disable or force down a compute service',
  rule: 'os_compute_api:os-services:update',
  on,
  body: Type.Object(
    {
      status: Type.Optional(oneOf(['enabled', 'disabled'])),
      disabled_reason: Type.Optional(Reason),
      forced_down: Type.Optional(BooleanLike),
    },
    exact,
  ),
  replies: { 200: view({ service: Service }) },
  errors,
})

export const deleteService = operation({
  id: 'services.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a service that is no more',
  rule: 'os_compute_api:os-services:delete',
  on,
  replies: { 204: empty },
  errors,
})

/** Before 2.53 services were identified by host and binary. */
const legacy = { method: 'PUT', until: '2.52', rule: 'os_compute_api:os-services:update', on } as const
const switched = { host: Type.String(), binary: Type.String(), status: Type.String() }

export const enableService = operation({
  ...legacy,
  id: 'services.enable',
  path: '/os-services/enable',
  summary: 'Enable a service',
  body: Type.Object({ ...Named, disabled_reason: Type.Optional(Reason) }, exact),
  replies: { 200: view({ service: view(switched) }) },
  errors,
})

export const disableService = operation({
  ...legacy,
  id: 'services.disable',
  path: '/os-services/disable',
  summary: 'Disable a service',
  body: Type.Object({ ...Named, disabled_reason: Type.Optional(Reason) }, exact),
  replies: { 200: view({ service: view(switched) }) },
  errors,
})

export const disableServiceWithReason = operation({
  ...legacy,
  id: 'services.disable-log-reason',
  path: '/os-services/disable-log-reason',
  summary: 'Disable a service, and say why',
  body: Type.Object({ ...Named, disabled_reason: Type.Optional(Reason) }, exact),
  replies: { 200: view({ service: view({ ...switched, disabled_reason: Type.String() }) }) },
  errors,
})

export const forceServiceDown = operation({
  ...legacy,
  id: 'services.force-down',
  path: '/os-services/force-down',
  since: '2.11',
  summary: 'Say that a service is down, whatever it reports',
  body: Type.Object({ ...Named, forced_down: Type.Optional(BooleanLike) }, exact),
  replies: {
    200: view({
      service: view({ host: Type.String(), binary: Type.String(), forced_down: Type.Boolean() }),
    }),
  },
  errors,
})
