import { listRoleAssignments } from '@nimbo/contracts/identity/role-assignments'
import { column } from '../../panel/column.ts'
import { textAt } from '../../panel/item.ts'
import { itemsUnder } from '../../panel/reply-items.ts'
import { identityPanel } from './identity-panel.ts'
import { scopeOf } from './scope-of.ts'

/** The role assignments: which users and groups have a role, and on which project, domain or the system. */
export const roleAssignments = identityPanel({
  id: 'role-assignments',
  kind: 'role_assignment',
  list: {
    operation: listRoleAssignments,
    query: { include_names: 'true' },
    items: (reply) =>
      itemsUnder('role_assignments')(reply).map((one) => ({
        ...one,
        id: [textAt(one, 'user.id'), textAt(one, 'group.id'), scopeOf(one)].join(' '),
      })),
  },
  columns: [
    column('user.name', { label: 'user' }),
    column('group.name', { label: 'group' }),
    column('scope', { value: scopeOf }),
  ],
  filters: [],
})
