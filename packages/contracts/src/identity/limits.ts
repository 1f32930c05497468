import { empty, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Columns, type Of, resource } from '@nimbo/resource/describe/kind'
import { orNull, text as anyText } from '@nimbo/resource/describe/value-types'
import { type Static, Type } from 'typebox'
import { Amount, amount } from './registered-limits.ts'
import { id, words } from './value-types.ts'
import { Description, Id, Name, pagedQuery, pageLinks, Self, text } from './words.ts'

/** A limit of one project or domain that overrides the registered limit. */
export const limit = resource('limit', 'limits', {
  id: attribute(id, {}),
  project_id: attribute(orNull(id), {}),
  domain_id: attribute(orNull(id), {}),
  registered_limit_id: attribute(id, {}),
  service_id: attribute(id, {}),
  region_id: attribute(orNull(words()), {}),
  resource_name: attribute(words(), {}),
  resource_limit: attribute(amount, {}),
  description: attribute(orNull(anyText(10_000)), { filter: false }),
})
export type Limit = Of<typeof limit>
export type LimitColumns = Columns<typeof limit>

const Shown = view({
  id: Type.String(),
  project_id: nullable(Type.String()),
  domain_id: nullable(Type.String()),
  service_id: Type.String(),
  region_id: nullable(Type.String()),
  resource_name: Type.String(),
  resource_limit: Amount,
  description: nullable(Type.String()),
  links: Self,
})
export type LimitView = Static<typeof Shown>

/** Whether projects are limited alone, or together with their domain or parent. */
export const enforcementModels = ['flat', 'strict_two_level'] as const

const closed = { additionalProperties: false }
const limited = {
  service_id: Id,
  region_id: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 255 }))),
  resource_name: Name,
  resource_limit: Amount,
  description: Description,
}
const path = '/v3/limits/{limit_id}'
const on = found('limit')
const shown = view({ limit: Shown })
const errors = ['LimitNotFound']

export const showLimitModel = operation({
  id: 'limits.show_model',
  method: 'GET',
  path: '/v3/limits/model',
  summary: 'Show how limits are to be enforced',
  rule: 'identity:get_limit_model',
  on: ownProject,
  replies: { 200: view({ model: view({ name: oneOf(enforcementModels), description: Type.String() }) }) },
})

export const listLimits = operation({
  id: 'limits.list',
  method: 'GET',
  path: '/v3/limits',
  summary: 'List the limits of projects and domains: all, or those of the caller’s own',
  rule: 'identity:list_limits',
  on: ownProject,
  query: pagedQuery({
    service_id: text,
    region_id: text,
    resource_name: text,
    project_id: text,
    domain_id: text,
  }),
  replies: { 200: view({ limits: Type.Array(Shown), ...pageLinks }) },
})

export const createLimits = operation({
  id: 'limits.create',
  method: 'POST',
  path: '/v3/limits',
  summary: 'Create limits of projects or domains',
  rule: 'identity:create_limits',
  on: ownProject,
  body: Type.Object({
    limits: Type.Array(
      Type.Union([
        Type.Object({ project_id: Id, ...limited }, closed),
        Type.Object({ domain_id: Id, ...limited }, closed),
      ]),
      { minItems: 1, maxItems: 1000 },
    ),
  }),
  replies: { 201: view({ limits: Type.Array(Shown) }) },
  errors: ['NotExpected', 'Duplicate', 'NoRegisteredLimit', 'InvalidLimit'],
})

export const showLimit = operation({
  id: 'limits.show',
  method: 'GET',
  path,
  summary: 'Show a limit of a project or domain',
  rule: 'identity:get_limit',
  on,
  replies: { 200: shown },
  errors,
})

export const updateLimit = operation({
  id: 'limits.update',
  method: 'PATCH',
  path,
  summary: 'Change a limit of a project or domain',
  rule: 'identity:update_limit',
  on,
  body: Type.Object({
    limit: Type.Object({ resource_limit: Type.Optional(Amount), description: Description }, closed),
  }),
  replies: { 200: shown },
  errors: [...errors, 'InvalidLimit'],
})

export const deleteLimit = operation({
  id: 'limits.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a limit of a project or domain',
  rule: 'identity:delete_limit',
  on,
  replies: { 204: empty },
  errors,
})
