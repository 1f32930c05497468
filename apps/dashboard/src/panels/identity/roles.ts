import { createRole, deleteRole, listRoles, showRole, updateRole } from '@nimbo/contracts/identity/roles'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { identityPanel } from './identity-panel.ts'

export const roles = identityPanel({
  id: 'roles',
  kind: 'role',
  list: { operation: listRoles },
  show: { operation: showRole, key: 'role' },
  columns: [column('name'), column('description'), column('id')],
  create: {
    operation: createRole,
    key: 'role',
    fields: [
      field('name'),
      field('description'),
      field('domain_id', { to: 'domains', option: 'domain', advanced: true }),
    ],
    command: 'role create',
  },
  update: {
    operation: updateRole,
    key: 'role',
    fields: [field('name', { as: 'text' }), field('description')],
    command: 'role set',
  },
  remove: { operation: deleteRole, command: 'role delete' },
  tabs: [
    { id: 'role-assignments', panel: 'role-assignments', within: ({ id }) => ({ query: { 'role.id': id } }) },
  ],
  command: 'role show',
})
