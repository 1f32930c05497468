import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import {
  Id,
  changes,
  Description,
  Name,
  OptionalId,
  Options,
  open,
  pagedQuery,
  pageLinks,
  ResourceOptions,
  Self,
  text,
} from './words.ts'

export const Role = open({
  id: Type.String(),
  name: Type.String(),
  domain_id: nullable(Type.String()),
  description: nullable(Type.String()),
  options: Options,
  links: Self,
})
export type RoleView = Static<typeof Role>

const changeable = { description: Description, options: ResourceOptions }
const shown = view({ role: Role })
const path = '/v3/roles/{role_id}'
const on = found('role')
const errors = ['NotFound']

/** Domain roles are listed with a domain filter, and have policy rules of their own. */
export const listRoles = operation({
  id: 'roles.list',
  method: 'GET',
  path: '/v3/roles',
  summary: 'List roles',
  rule: 'identity:list_roles',
  on: ownProject,
  mayAsk: ['identity:list_domain_roles'],
  query: pagedQuery({ name: text, domain_id: text }),
  replies: { 200: view({ roles: Type.Array(Role), ...pageLinks }) },
})

export const createRole = operation({
  id: 'roles.create',
  method: 'POST',
  path: '/v3/roles',
  summary: 'Create a role',
  rule: 'identity:create_role',
  on: ownProject,
  mayAsk: ['identity:create_domain_role'],
  body: Type.Object({ role: open({ ...changeable, name: Name, domain_id: OptionalId }) }),
  replies: { 201: shown },
  errors: ['NotFound', 'DuplicateName'],
})

export const showRole = operation({
  id: 'roles.show',
  method: 'GET',
  path,
  summary: 'Show a role',
  rule: 'identity:get_role',
  on,
  mayAsk: ['identity:get_domain_role'],
  replies: { 200: shown },
  errors,
})

export const updateRole = operation({
  id: 'roles.update',
  method: 'PATCH',
  path,
  summary: 'Change a role',
  rule: 'identity:update_role',
  on,
  mayAsk: ['identity:update_domain_role'],
  body: Type.Object({
    role: changes({ ...changeable, name: Type.Optional(Name), domain_id: Type.Optional(nullable(Id)) }),
  }),
  replies: { 200: shown },
  errors: ['NotFound', 'DuplicateName', 'Immutable'],
})

export const deleteRole = operation({
  id: 'roles.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a role',
  rule: 'identity:delete_role',
  on,
  mayAsk: ['identity:delete_domain_role'],
  replies: { 204: empty },
  errors: ['NotFound', 'Immutable'],
})
