import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Columns, type Of, resource } from '@nimbo/resource/describe/kind'
import { integer, orNull, text as anyText } from '@nimbo/resource/describe/value-types'
import { type Static, Type } from 'typebox'
import { id, words } from './value-types.ts'
import { Description, Id, Name, pagedQuery, pageLinks, Self, text } from './words.ts'

/** -1 means unlimited. */
export const Amount = Type.Integer({ minimum: -1, maximum: 2_147_483_647 })
export const amount = integer(-1, 2_147_483_647)

/** The default limit of projects without one of their own. */
export const registeredLimit = resource('registered_limit', 'registered_limits', {
  id: attribute(id, {}),
  service_id: attribute(id, {}),
  region_id: attribute(orNull(words()), {}),
  resource_name: attribute(words(), {}),
  default_limit: attribute(amount, {}),
  description: attribute(orNull(anyText(10_000)), { filter: false }),
})
export type RegisteredLimit = Of<typeof registeredLimit>
export type RegisteredLimitColumns = Columns<typeof registeredLimit>

const Shown = view({
  id: Type.String(),
  service_id: Type.String(),
  region_id: nullable(Type.String()),
  resource_name: Type.String(),
  default_limit: Amount,
  description: nullable(Type.String()),
  links: Self,
})
export type RegisteredLimitView = Static<typeof Shown>

const RegionId = Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 255 })))
const closed = { additionalProperties: false }
const path = '/v3/registered_limits/{registered_limit_id}'
const on = found('registered_limit')
const shown = view({ registered_limit: Shown })
const errors = ['LimitNotFound']

export const listRegisteredLimits = operation({
  id: 'registered_limits.list',
  method: 'GET',
  path: '/v3/registered_limits',
  summary: 'List the limits of projects that have none of their own',
  rule: 'identity:list_registered_limits',
  on: ownProject,
  query: pagedQuery({ service_id: text, region_id: text, resource_name: text }),
  replies: { 200: view({ registered_limits: Type.Array(Shown), ...pageLinks }) },
})

export const createRegisteredLimits = operation({
  id: 'registered_limits.create',
  method: 'POST',
  path: '/v3/registered_limits',
  summary: 'Create limits for projects that have none of their own',
  rule: 'identity:create_registered_limits',
  on: ownProject,
  body: Type.Object({
    registered_limits: Type.Array(
      Type.Object(
        {
          service_id: Id,
          region_id: RegionId,
          resource_name: Name,
          default_limit: Amount,
          description: Description,
        },
        closed,
      ),
      { minItems: 1, maxItems: 1000 },
    ),
  }),
  replies: { 201: view({ registered_limits: Type.Array(Shown) }) },
  errors: ['NotExpected', 'Duplicate'],
})

export const showRegisteredLimit = operation({
  id: 'registered_limits.show',
  method: 'GET',
  path,
  summary: 'Show a limit of projects that have none of their own',
  rule: 'identity:get_registered_limit',
  on,
  replies: { 200: shown },
  errors,
})

export const updateRegisteredLimit = operation({
  id: 'registered_limits.update',
  method: 'PATCH',
  path,
  summary: 'Change a limit of projects that have none of their own',
  rule: 'identity:update_registered_limit',
  on,
  body: Type.Object({
    registered_limit: Type.Object(
      {
        service_id: Type.Optional(Id),
        region_id: RegionId,
        resource_name: Type.Optional(Name),
        default_limit: Type.Optional(Amount),
        description: Description,
      },
      closed,
    ),
  }),
  replies: { 200: shown },
  errors: [...errors, 'NotExpected', 'Duplicate', 'RegisteredLimitInUse'],
})

export const deleteRegisteredLimit = operation({
  id: 'registered_limits.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a limit that no project has its own of',
  rule: 'identity:delete_registered_limit',
  on,
  replies: { 204: empty },
  errors: [...errors, 'RegisteredLimitInUse'],
})
