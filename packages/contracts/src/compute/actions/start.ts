import { operation } from '@nimbo/operation/operation'
import { startAndEnd, hostNotifications } from '../notifications/servers.ts'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const start = hostAction({
  name: 'start',
  operation: operation({
    ...askedByAction('os-start'),
    id: 'servers.start',
    summary: 'Start a server',
    rule: 'os_compute_api:servers:start',
    body: onlyNamed('os-start'),
  }),
  from: { ...idle, vmStates: ['stopped'], onHost: true },
  taskState: 'powering-on',
  endsIn: 'active',
  event: 'compute_start_instance',
  notifications: hostNotifications('power_on', startAndEnd),
  order: {},
  command: { verb: 'start', summary: 'Start server(s).' },
})
