import { addressScope, addressScopeOperations } from '@nimbo/contracts/network/address-scope'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'

export const addressScopes = networkPanel({
  id: 'address-scopes',
  kind: addressScope,
  operations: addressScopeOperations,
  noun: 'address scope',
  columns: [
    column('name', { sort: 'name' }),
    column('ip_version', { sort: 'ip_version' }),
    column('shared', { look: 'yes', sort: 'shared' }),
    column('project_id', { look: 'reference', to: 'projects' }),
  ],
  create: [
    field('name', { required: true }),
    field('ip_version', { initial: '4' }),
    field('shared', { option: 'share' }),
  ],
  update: [field('name')],
})
