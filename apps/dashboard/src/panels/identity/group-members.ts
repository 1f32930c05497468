import { addUserToGroup, listUsersInGroup, removeUserFromGroup } from '@nimbo/contracts/identity/memberships'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { identityPanel } from './identity-panel.ts'

export const groupMembers = identityPanel({
  id: 'group-members',
  kind: 'group',
  list: { operation: listUsersInGroup },
  columns: [column('name'), column('description'), column('enabled', { look: 'yes' })],
  create: {
    operation: addUserToGroup,
    fields: [field('user_id', { label: 'user', to: 'users', required: true, option: false })],
    path: ({ user_id }) => ({ user_id }),
    body: () => undefined,
  },
  remove: { operation: removeUserFromGroup },
})
