import { listRoleAssignments } from '@nimbo/contracts/identity/role-assignments'
import { column } from '../../panel/column.ts'
import { isItem, type Item, textAt } from '../../panel/item.ts'
import { identityPanel } from './identity-panel.ts'

const scopeOf = (one: Item): string =>
  textAt(one, 'scope.project.name') ||
  textAt(one, 'scope.domain.name') ||
  (textAt(one, 'scope.system') ? 'system' : '')

export const userRoles = identityPanel({
  id: 'user-roles',
  kind: 'role_assignment',
  list: {
    operation: listRoleAssignments,
    query: { include_names: 'true' },
    items: (reply) =>
      isItem(reply) && Array.isArray(reply.role_assignments)
        ? reply.role_assignments
            .filter(isItem)
            .map((one) => ({ ...one, id: `${scopeOf(one)} ${textAt(one, 'role.id')}` }))
        : [],
  },
  columns: [column('role.name', { label: 'role' }), column('scope', { value: scopeOf })],
  filters: [],
})
