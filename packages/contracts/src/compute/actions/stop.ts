import { operation } from '@nimbo/operation/operation'
import { startAndEnd, hostNotifications } from '../notifications/servers.ts'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const stop = hostAction({
  name: 'stop',
  operation: operation({
    ...askedByAction('os-stop'),
    id: 'servers.stop',
    summary: 'Stop a server',
    rule: 'os_compute_api:servers:stop',
    body: onlyNamed('os-stop'),
  }),
  from: { ...idle, vmStates: ['active', 'error'], onHost: true },
  taskState: 'powering-off',
  endsIn: 'stopped',
  event: 'compute_stop_instance',
  notifications: hostNotifications('power_off', startAndEnd),
  order: {},
  command: { verb: 'stop', summary: 'Stop server(s).' },
})
