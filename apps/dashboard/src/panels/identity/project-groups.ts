import { listRoleAssignments } from '@nimbo/contracts/identity/role-assignments'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { type Item, isItem, textAt, valueAt } from '../../panel/item.ts'
import { projectGrants } from './grants.ts'
import { identityPanel } from './identity-panel.ts'

const grants = projectGrants('group')

/** Assignments have no id: whom, where and what tell them apart. */
const withKey = (one: Item): Item => ({
  ...one,
  id: [textAt(one, 'group.id'), textAt(one, 'role.id')].join(' '),
  name: `${textAt(one, 'group.name')}: ${textAt(one, 'role.name')}`,
})

export const projectGroups = identityPanel({
  id: 'project-groups',
  kind: 'role_assignment',
  list: {
    operation: listRoleAssignments,
    query: { include_names: 'true' },
    items: (reply) =>
      isItem(reply) && Array.isArray(reply.role_assignments)
        ? reply.role_assignments
            .filter(isItem)
            .filter((one) => 'group' in one)
            .map(withKey)
        : [],
  },
  columns: [
    column('group.name', { label: 'group' }),
    column('role.name', { label: 'role' }),
    column('group.domain.name', { label: 'domain' }),
  ],
  create: {
    operation: grants.create,
    fields: [
      field('group_id', { label: 'group', to: 'groups', required: true, option: 'group' }),
      field('role_id', { label: 'role', to: 'roles', required: true, option: 'role' }),
    ],
    path: ({ project_id, group_id, role_id }) => ({ project_id, group_id, role_id }),
    body: () => undefined,
  },
  remove: {
    operation: grants.revoke,
    path: (one) => ({
      project_id: valueAt(one, 'scope.project.id'),
      group_id: valueAt(one, 'group.id'),
      role_id: valueAt(one, 'role.id'),
    }),
  },
})
