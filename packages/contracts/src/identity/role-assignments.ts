import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { given } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { pageLinks, query, text } from './words.ts'

/** Names are included on request. */
const Named = view({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  domain: Type.Optional(view({ id: Type.String(), name: Type.String() })),
})

const RoleAssignment = view({
  scope: view({
    project: Type.Optional(Named),
    domain: Type.Optional(Named),
    system: Type.Optional(view({ all: Type.Boolean() })),
    'OS-INHERIT:inherited_to': Type.Optional(Type.String()),
  }),
  user: Type.Optional(Named),
  group: Type.Optional(Named),
  role: Named,
  links: view({
    assignment: Type.String(),
    membership: Type.Optional(Type.String()),
    prior_role: Type.Optional(Type.String()),
  }),
})
export type RoleAssignmentView = Static<typeof RoleAssignment>

/** A domain-scoped token lists assignments within its domain. */
export const listRoleAssignments = operation({
  id: 'role_assignments.list',
  method: 'GET',
  path: '/v3/role_assignments',
  summary: 'List role assignments',
  rule: 'identity:list_role_assignments',
  on: given,
  mayAsk: ['identity:list_role_assignments_for_tree'],
  query: query({
    ...{ 'user.id': text, 'group.id': text, 'role.id': text },
    ...{ 'scope.project.id': text, 'scope.domain.id': text, 'scope.system': text },
    ...{ 'scope.OS-INHERIT:inherited_to': text },
    ...{ effective: text, include_names: text, include_subtree: text },
  }),
  replies: { 200: view({ role_assignments: Type.Array(RoleAssignment), ...pageLinks }) },
  errors: ['NotFound'],
})
