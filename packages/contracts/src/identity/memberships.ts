import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Group } from './groups.ts'
import { User, userFilters } from './users.ts'
import { pagedQuery, pageLinks, text } from './words.ts'

const path = '/v3/groups/{group_id}/users/{user_id}'
const on = found('membership')
const errors = ['NotFound']

export const listGroupsOfUser = operation({
  id: 'users.list_groups',
  method: 'GET',
  path: '/v3/users/{user_id}/groups',
  summary: 'List the groups that a user is in',
  rule: 'identity:list_groups_for_user',
  on: found('user'),
  query: pagedQuery({ name: text }),
  replies: { 200: view({ groups: Type.Array(Group), ...pageLinks }) },
  errors,
})

export const listUsersInGroup = operation({
  id: 'groups.list_users',
  method: 'GET',
  path: '/v3/groups/{group_id}/users',
  summary: 'List the users in a group',
  rule: 'identity:list_users_in_group',
  on: found('group'),
  query: pagedQuery(userFilters),
  replies: { 200: view({ users: Type.Array(User), ...pageLinks }) },
  errors,
})

export const addUserToGroup = operation({
  id: 'groups.add_user',
  method: 'PUT',
  path,
  summary: 'Add a user to a group',
  rule: 'identity:add_user_to_group',
  on,
  replies: { 204: empty },
  errors,
})

export const checkUserInGroup = operation({
  id: 'groups.check_user',
  method: 'GET',
  path,
  summary: 'Check whether a user is in a group',
  rule: 'identity:check_user_in_group',
  on,
  replies: { 204: empty },
  errors,
})

export const removeUserFromGroup = operation({
  id: 'groups.remove_user',
  method: 'DELETE',
  path,
  summary: 'Remove a user from a group',
  rule: 'identity:remove_user_from_group',
  on,
  replies: { 204: empty },
  errors,
})
