import { computeApi } from '@nimbo/contracts/compute/api'
import {
  createServerGroup,
  deleteServerGroup,
  groupPolicies,
  listServerGroups,
  showServerGroup,
} from '@nimbo/contracts/compute/server-groups'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { panel } from '../../panel/panel.ts'

export const serverGroups = panel({
  id: 'server-groups',
  api: computeApi,
  kind: 'server_group',
  list: { operation: listServerGroups },
  show: { operation: showServerGroup, key: 'server_group' },
  columns: [column('name'), column('policy'), column('members', { look: 'reference', to: 'servers' })],
  details: [column('rules', { look: 'pairs' }), column('project_id', { look: 'reference', to: 'projects' })],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: createServerGroup,
    key: 'server_group',
    fields: [field('name'), field('policy', { choices: groupPolicies, initial: 'anti-affinity' })],
    command: 'server group create',
  },
  remove: { operation: deleteServerGroup, command: 'server group delete' },
  command: 'server group show',
})
