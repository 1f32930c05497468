import { listRoleAssignments } from '@nimbo/contracts/identity/role-assignments'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { type Item, isItem, textAt, valueAt } from '../../panel/item.ts'
import { projectGrants } from './grants.ts'
import { identityPanel } from './identity-panel.ts'

const grants = projectGrants('user')

/** Assignments have no id: whom, where and what tell them apart. */
const withKey = (one: Item): Item => ({
  ...one,
  id: [textAt(one, 'user.id'), textAt(one, 'role.id')].join(' '),
  name: `${textAt(one, 'user.name')}: ${textAt(one, 'role.name')}`,
})

export const projectMembers = identityPanel({
  id: 'project-members',
  kind: 'role_assignment',
  list: {
    operation: listRoleAssignments,
    query: { include_names: 'true' },
    items: (reply) =>
      isItem(reply) && Array.isArray(reply.role_assignments)
        ? reply.role_assignments
            .filter(isItem)
            .filter((one) => 'user' in one)
            .map(withKey)
        : [],
  },
  columns: [
    column('user.name', { label: 'user' }),
    column('role.name', { label: 'role' }),
    column('user.domain.name', { label: 'domain' }),
  ],
  create: {
    operation: grants.create,
    fields: [
      field('user_id', { label: 'user', to: 'users', required: true, option: 'user' }),
      field('role_id', { label: 'role', to: 'roles', required: true, option: 'role' }),
    ],
    path: ({ project_id, user_id, role_id }) => ({ project_id, user_id, role_id }),
    body: () => undefined,
  },
  remove: {
    operation: grants.revoke,
    path: (one) => ({
      project_id: valueAt(one, 'scope.project.id'),
      user_id: valueAt(one, 'user.id'),
      role_id: valueAt(one, 'role.id'),
    }),
  },
})
