import { computeApi } from '@nimbo/contracts/compute/api'
import { deleteServer, listServersInFull, showServer, updateServer } from '@nimbo/contracts/compute/servers'
import { field } from '../../panel/form-spec.ts'
import { panel } from '../../panel/panel.ts'
import { powerActions } from './server-actions.ts'
import { serverColumns, serverDetails } from './server-columns.ts'
import { formActions } from './server-form-actions.ts'
import { moveActions } from './server-move-actions.ts'
import { partActions } from './server-part-actions.ts'
import { serverTabs } from './server-tabs.ts'

const states = [
  'ACTIVE',
  'BUILD',
  'ERROR',
  'SHUTOFF',
  'PAUSED',
  'SUSPENDED',
  'RESCUE',
  'REBOOT',
  'RESIZE',
  'VERIFY_RESIZE',
  'SHELVED',
  'SHELVED_OFFLOADED',
]

export const servers = panel({
  id: 'servers',
  api: computeApi,
  kind: 'server',
  list: { operation: listServersInFull, paged: true },
  show: { operation: showServer, key: 'server' },
  columns: serverColumns,
  details: serverDetails,
  filters: [{ name: 'name' }, { name: 'status', choices: states }, { name: 'ip' }],
  createAt: '/project/create-server',
  update: {
    operation: updateServer,
    key: 'server',
    fields: [field('name'), field('description')],
    command: 'server set',
  },
  remove: {
    operation: deleteServer,
    hindered: ({ locked }) => (locked === true ? { why: 'locked' } : undefined),
    command: 'server delete',
  },
  actions: [...powerActions, ...moveActions, ...formActions, ...partActions],
  tabs: serverTabs,
  gone: async () => (await import('../../flow/gone-server.tsx')).GoneServer,
  command: 'server show',
})
