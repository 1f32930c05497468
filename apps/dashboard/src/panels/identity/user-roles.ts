import { listRoleAssignments } from '@nimbo/contracts/identity/role-assignments'
import { column } from '../../panel/column.ts'
import { textAt } from '../../panel/item.ts'
import { itemsUnder } from '../../panel/reply-items.ts'
import { identityPanel } from './identity-panel.ts'
import { scopeOf } from './scope-of.ts'

export const userRoles = identityPanel({
  id: 'user-roles',
  kind: 'role_assignment',
  list: {
    operation: listRoleAssignments,
    query: { include_names: 'true' },
    items: (reply) =>
      itemsUnder('role_assignments')(reply).map((one) => ({
        ...one,
        id: `${scopeOf(one)} ${textAt(one, 'role.id')}`,
      })),
  },
  columns: [column('role.name', { label: 'role' }), column('scope', { value: scopeOf })],
  filters: [],
})
