import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, given, open as openTo } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { Project } from './projects.ts'
import {
  changes,
  Flag,
  Id,
  Name,
  OptionalId,
  Options,
  open,
  pagedQuery,
  pageLinks,
  Self,
  text,
} from './words.ts'

/** Of the password only the expiry is shown; a missing default project is left out. */
export const User = open({
  id: Type.String(),
  name: Type.String(),
  domain_id: Type.String(),
  enabled: Type.Boolean(),
  default_project_id: Type.Optional(Type.String()),
  password_expires_at: nullable(Type.String()),
  options: Options,
  links: Self,
})
export type UserView = Static<typeof User>

/** Filters of user lists. */
export const userFilters = { id: text, name: text, domain_id: text, enabled: text, password_expires_at: text }

const Password = Type.String({ minLength: 1, maxLength: 4096 })
const NullableFlag = Type.Optional(nullable(Type.Boolean()))

/** Multi-factor rules: each lists methods that suffice together. */
const AuthRules = Type.Array(
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: 16, uniqueItems: true }),
  { maxItems: 64, uniqueItems: true },
)

const UserOptions = Type.Object(
  {
    ignore_change_password_upon_first_use: NullableFlag,
    ignore_password_expiry: NullableFlag,
    ignore_lockout_failure_attempts: NullableFlag,
    ignore_user_inactivity: NullableFlag,
    lock_password: NullableFlag,
    multi_factor_auth_enabled: NullableFlag,
    multi_factor_auth_rules: Type.Optional(nullable(AuthRules)),
  },
  { additionalProperties: false },
)

const changeable = {
  password: Type.Optional(nullable(Password)),
  enabled: Flag,
  default_project_id: OptionalId,
  options: Type.Optional(UserOptions),
}

const shown = view({ user: User })
const path = '/v3/users/{user_id}'
const on = found('user')
const errors = ['NotFound']

/** A domain-scoped token lists its own domain's users. */
export const listUsers = operation({
  id: 'users.list',
  method: 'GET',
  path: '/v3/users',
  summary: 'List users',
  rule: 'identity:list_users',
  on: given,
  query: pagedQuery(userFilters),
  replies: { 200: view({ users: Type.Array(User), ...pageLinks }) },
})

export const createUser = operation({
  id: 'users.create',
  method: 'POST',
  path: '/v3/users',
  summary: 'Create a user',
  rule: 'identity:create_user',
  on: given,
  body: Type.Object({ user: open({ ...changeable, name: Name, domain_id: Type.Optional(Id) }) }),
  replies: { 201: shown },
  errors: ['NotFound', 'DuplicateName', 'PasswordRequirements'],
})

export const showUser = operation({
  id: 'users.show',
  method: 'GET',
  path,
  summary: 'Show a user',
  rule: 'identity:get_user',
  on,
  replies: { 200: shown },
  errors,
})

export const updateUser = operation({
  id: 'users.update',
  method: 'PATCH',
  path,
  summary: 'Change a user',
  rule: 'identity:update_user',
  on,
  body: Type.Object({
    user: changes({ ...changeable, name: Type.Optional(Name), domain_id: Type.Optional(nullable(Id)) }),
  }),
  replies: { 200: shown },
  errors: ['NotFound', 'DuplicateName', 'PasswordRequirements'],
})

export const deleteUser = operation({
  id: 'users.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a user',
  rule: 'identity:delete_user',
  on,
  replies: { 204: empty },
  errors,
})

export const changePassword = operation({
  id: 'users.change_password',
  method: 'POST',
  path: '/v3/users/{user_id}/password',
  summary: 'Change one’s own password',
  on: openTo('the old password is proof enough, also for one whose token is gone'),
  body: Type.Object({
    user: Type.Object({ original_password: Type.String({ maxLength: 4096 }), password: Password }),
  }),
  replies: { 204: empty },
  errors: ['PasswordRequirements', 'PasswordUsedBefore', 'PasswordTooYoung', 'PasswordLocked'],
})

export const listUserProjects = operation({
  id: 'users.list_projects',
  method: 'GET',
  path: '/v3/users/{user_id}/projects',
  summary: 'List the projects that a user has a role on',
  rule: 'identity:list_user_projects',
  on,
  query: pagedQuery({ name: text, domain_id: text, enabled: text }),
  replies: { 200: view({ projects: Type.Array(Project), ...pageLinks }) },
  errors,
})
