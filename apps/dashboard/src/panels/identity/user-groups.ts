import { listGroupsOfUser } from '@nimbo/contracts/identity/memberships'
import { groups } from './groups.ts'
import { identityPanel } from './identity-panel.ts'

export const userGroups = identityPanel({
  id: 'user-groups',
  kind: 'group',
  list: { operation: listGroupsOfUser },
  columns: groups.columns,
})
