import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, given } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import {
  changes,
  Description,
  Id,
  Name,
  OptionalId,
  open,
  pagedQuery,
  pageLinks,
  Self,
  text,
} from './words.ts'

export const Group = open({
  id: Type.String(),
  name: Type.String(),
  domain_id: Type.String(),
  description: Type.String(),
  links: Self,
})
export type GroupView = Static<typeof Group>

const shown = view({ group: Group })
const path = '/v3/groups/{group_id}'
const on = found('group')
const errors = ['NotFound']

/** A domain-scoped token lists its own domain's groups. */
export const listGroups = operation({
  id: 'groups.list',
  method: 'GET',
  path: '/v3/groups',
  summary: 'List groups',
  rule: 'identity:list_groups',
  on: given,
  query: pagedQuery({ name: text, domain_id: text }),
  replies: { 200: view({ groups: Type.Array(Group), ...pageLinks }) },
})

export const createGroup = operation({
  id: 'groups.create',
  method: 'POST',
  path: '/v3/groups',
  summary: 'Create a group',
  rule: 'identity:create_group',
  on: given,
  body: Type.Object({
    group: open({ name: Name, description: Description, domain_id: Type.Optional(Id) }),
  }),
  replies: { 201: shown },
  errors: ['NotFound', 'DuplicateName'],
})

export const showGroup = operation({
  id: 'groups.show',
  method: 'GET',
  path,
  summary: 'Show a group',
  rule: 'identity:get_group',
  on,
  replies: { 200: shown },
  errors,
})

export const updateGroup = operation({
  id: 'groups.update',
  method: 'PATCH',
  path,
  summary: 'Change a group',
  rule: 'identity:update_group',
  on,
  body: Type.Object({
    group: changes({ name: Type.Optional(Name), description: Description, domain_id: OptionalId }),
  }),
  replies: { 200: shown },
  errors: ['NotFound', 'DuplicateName'],
})

export const deleteGroup = operation({
  id: 'groups.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a group',
  rule: 'identity:delete_group',
  on,
  replies: { 204: empty },
  errors,
})
