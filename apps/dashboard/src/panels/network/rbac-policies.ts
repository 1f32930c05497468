import { objectTypes, rbacPolicy, rbacPolicyOperations } from '@nimbo/contracts/network/rbac-policy'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'

export const rbacPolicies = networkPanel({
  id: 'rbac-policies',
  kind: rbacPolicy,
  operations: rbacPolicyOperations,
  noun: 'network rbac',
  columns: [
    column('id'),
    column('object_type', { sort: 'object_type' }),
    column('object_id'),
    column('action', { sort: 'action' }),
    column('target_tenant', { look: 'reference', to: 'projects' }),
  ],
  details: [column('project_id', { look: 'reference', to: 'projects' })],
  filters: [{ name: 'object_type', choices: objectTypes }],
  create: [
    field('object_type', { choices: objectTypes, option: 'type' }),
    field('object_id', { option: false }),
    field('action', { choices: ['access_as_shared', 'access_as_external'], initial: 'access_as_shared' }),
    field('target_tenant', { to: 'projects', option: 'target-project' }),
  ],
  update: [field('target_tenant', { to: 'projects', option: 'target-project' })],
})
