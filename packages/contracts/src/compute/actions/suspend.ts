import { operation } from '@nimbo/operation/operation'
import { startAndEnd, hostNotifications } from '../notifications/servers.ts'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const suspend = hostAction({
  name: 'suspend',
  operation: operation({
    ...askedByAction('suspend'),
    id: 'servers.suspend',
    summary: 'Suspend a server: its memory is written to the disk of its host',
    rule: 'os_compute_api:os-suspend-server:suspend',
    body: onlyNamed('suspend'),
  }),
  from: { ...idle, vmStates: ['active'] },
  taskState: 'suspending',
  endsIn: 'suspended',
  event: 'compute_suspend_instance',
  notifications: hostNotifications('suspend', startAndEnd),
  order: {},
  command: { verb: 'suspend', summary: 'Suspend server(s)' },
})
