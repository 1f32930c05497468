import { securityGroup, securityGroupOperations } from '@nimbo/contracts/network/security-group'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'
import { ownedDetails } from './owned-columns.ts'

export const securityGroups = networkPanel({
  id: 'security-groups',
  kind: securityGroup,
  operations: securityGroupOperations,
  noun: 'security group',
  owned: true,
  columns: [
    column('name', { sort: 'name' }),
    column('description', { sort: 'description' }),
    column('shared', { look: 'yes' }),
    column('stateful', { look: 'yes', sort: 'stateful' }),
  ],
  details: ownedDetails.slice(1),
  create: [field('name', { required: true }), field('description')],
  update: [field('name'), field('description')],
  tabs: [
    {
      id: 'rules',
      panel: 'security-group-rules',
      within: ({ id }) => ({ query: { security_group_id: id }, initial: { security_group_id: id } }),
    },
    { id: 'ports', panel: 'ports', within: ({ id }) => ({ query: { security_groups: id } }) },
  ],
})
