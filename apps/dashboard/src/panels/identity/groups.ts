import {
  createGroup,
  deleteGroup,
  listGroups,
  showGroup,
  updateGroup,
} from '@nimbo/contracts/identity/groups'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { identityPanel } from './identity-panel.ts'

export const groups = identityPanel({
  id: 'groups',
  kind: 'group',
  list: { operation: listGroups },
  show: { operation: showGroup, key: 'group' },
  columns: [column('name'), column('description'), column('domain_id', { look: 'reference', to: 'domains' })],
  create: {
    operation: createGroup,
    key: 'group',
    fields: [
      field('name'),
      field('description'),
      field('domain_id', { to: 'domains', option: 'domain', advanced: true }),
    ],
    command: 'group create',
  },
  update: {
    operation: updateGroup,
    key: 'group',
    fields: [field('name', { as: 'text' }), field('description')],
    command: 'group set',
  },
  remove: { operation: deleteGroup, command: 'group delete' },
  tabs: [
    {
      id: 'members',
      panel: 'group-members',
      within: ({ id }) => ({ path: { group_id: id } }),
    },
  ],
  command: 'group show',
})
