import { deleteTrust, listTrusts, showTrust } from '@nimbo/contracts/identity/trusts'
import { column } from '../../panel/column.ts'
import { identityPanel } from './identity-panel.ts'

const user = (name: string) => column(name, { look: 'reference', to: 'users' })

/** The trusts in which the user is the trustor. */
export const trusts = identityPanel({
  id: 'trusts',
  kind: 'trust',
  // Only admins receive events about what belongs to a user and to no project.
  polled: true,
  within: ({ user: { id } }) => ({ query: { trustor_user_id: id } }),
  list: { operation: listTrusts },
  show: { operation: showTrust, key: 'trust' },
  columns: [
    column('id'),
    user('trustor_user_id'),
    user('trustee_user_id'),
    column('project_id', { look: 'reference', to: 'projects' }),
    column('impersonation', { look: 'yes' }),
    column('expires_at', { look: 'date' }),
  ],
  details: [column('roles', { look: 'list' }), column('remaining_uses'), column('redelegation_count')],
  remove: { operation: deleteTrust, command: 'trust delete' },
  command: 'trust show',
})
