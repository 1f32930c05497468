import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { Self } from './words.ts'

const RoleRef = view({
  id: Type.String(),
  name: Type.String(),
  links: Self,
})
export type RoleRefView = Static<typeof RoleRef>

/** All roles implied by a role. */
const Inference = view({ prior_role: RoleRef, implies: Type.Array(RoleRef) })
export type InferenceView = Static<typeof Inference>

/** One implication. */
const Rule = view({ role_inference: view({ prior_role: RoleRef, implies: RoleRef }), links: Self })
export type RuleView = Static<typeof Rule>

const path = '/v3/roles/{prior_role_id}/implies/{implies_role_id}'
const on = found('inference')
const errors = ['NotFound']

export const listInferences = operation({
  id: 'role_inferences.list',
  method: 'GET',
  path: '/v3/role_inferences',
  summary: 'List the roles that imply others',
  rule: 'identity:list_role_inference_rules',
  on: ownProject,
  replies: { 200: view({ role_inferences: Type.Array(Inference) }) },
})

export const listImpliedRoles = operation({
  id: 'implied_roles.list',
  method: 'GET',
  path: '/v3/roles/{prior_role_id}/implies',
  summary: 'List the roles that a role implies',
  rule: 'identity:list_implied_roles',
  on: found('prior_role'),
  replies: { 200: view({ role_inference: Inference, links: Self }) },
  errors,
})

export const showImpliedRole = operation({
  id: 'implied_roles.show',
  method: 'GET',
  path,
  summary: 'Show that a role implies another',
  rule: 'identity:get_implied_role',
  on,
  replies: { 200: Rule },
  errors,
})

export const checkImpliedRole = operation({
  id: 'implied_roles.check',
  method: 'HEAD',
  path,
  summary: 'Check whether a role implies another',
  rule: 'identity:check_implied_role',
  on,
  replies: { 204: empty },
  errors,
})

export const createImpliedRole = operation({
  id: 'implied_roles.create',
  method: 'PUT',
  path,
  summary: 'Let a role imply another',
  rule: 'identity:create_implied_role',
  on,
  replies: { 201: Rule },
  errors: ['NotFound', 'NotAllowed'],
})

export const deleteImpliedRole = operation({
  id: 'implied_roles.delete',
  method: 'DELETE',
  path,
  summary: 'Let a role imply another no more',
  rule: 'identity:delete_implied_role',
  on,
  replies: { 204: empty },
  errors,
})
