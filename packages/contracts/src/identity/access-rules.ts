import { empty, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Columns, type Of, resource } from '@nimbo/resource/describe/kind'
import { Type } from 'typebox'
import { id, textLike, words } from './value-types.ts'
import { pagedQuery, pageLinks, Self, text } from './words.ts'

export const accessRuleMethods = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'] as const

/** A request that an application credential allows. */
export const accessRule = resource('access_rule', 'access_rules', {
  id: attribute(id, {}),
  user_id: attribute(id, {}),
  service: attribute(words(), {}),
  method: attribute(words(16), {}),
  path: attribute(textLike(Type.String({ maxLength: 225, pattern: '^/' })), {}),
})
export type AccessRule = Of<typeof accessRule>
export type AccessRuleColumns = Columns<typeof accessRule>

/** An access rule embedded in another resource. */
export const ShownAccessRule = view({
  id: Type.String(),
  service: Type.String(),
  method: Type.String(),
  path: Type.String(),
})

/** An access rule in a request: an existing one by id, or a new one. */
export const GivenAccessRule = Type.Object(
  {
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    service: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    method: Type.Optional(oneOf(accessRuleMethods)),
    path: Type.Optional(Type.String({ maxLength: 225, pattern: '^/' })),
  },
  { additionalProperties: false },
)

const Shown = view({ ...ShownAccessRule.properties, links: Self })
const collection = '/v3/users/{user_id}/access_rules'
const path = '/v3/users/{user_id}/access_rules/{access_rule_id}'
const errors = ['NotFound']

export const listAccessRules = operation({
  id: 'access_rules.list',
  method: 'GET',
  path: collection,
  summary: 'List the access rules of a user',
  rule: 'identity:list_access_rules',
  on: found('user'),
  query: pagedQuery({ service: text, method: text, path: text }),
  replies: { 200: view({ access_rules: Type.Array(Shown), ...pageLinks }) },
  errors,
})

export const showAccessRule = operation({
  id: 'access_rules.show',
  method: 'GET',
  path,
  summary: 'Show an access rule',
  rule: 'identity:get_access_rule',
  on: found('access_rule'),
  replies: { 200: view({ access_rule: Shown }) },
  errors,
})

export const deleteAccessRule = operation({
  id: 'access_rules.delete',
  method: 'DELETE',
  path,
  summary: 'Delete an access rule that no application credential has',
  rule: 'identity:delete_access_rule',
  on: found('access_rule'),
  replies: { 204: empty },
  errors: ['NotFound', 'NotAllowed'],
})
