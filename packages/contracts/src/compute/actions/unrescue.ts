import { operation } from '@nimbo/operation/operation'
import { startAndEnd, hostNotifications } from '../notifications/servers.ts'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const unrescue = hostAction({
  name: 'unrescue',
  operation: operation({
    ...askedByAction('unrescue'),
    id: 'servers.unrescue',
    summary: 'Start a server that was rescued from its own disk again',
    rule: 'os_compute_api:os-unrescue',
    body: onlyNamed('unrescue'),
  }),
  from: { ...idle, vmStates: ['rescued'] },
  taskState: 'unrescuing',
  endsIn: 'active',
  event: 'compute_unrescue_instance',
  notifications: hostNotifications('unrescue', startAndEnd),
  order: {},
  command: { verb: 'unrescue', summary: 'Restore server(s) from rescue mode' },
})
