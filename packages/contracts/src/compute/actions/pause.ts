import { operation } from '@nimbo/operation/operation'
import { startAndEnd, hostNotifications } from '../notifications/servers.ts'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const pause = hostAction({
  name: 'pause',
  operation: operation({
    ...askedByAction('pause'),
    id: 'servers.pause',
    summary: 'Pause a server',
    rule: 'os_compute_api:os-pause-server:pause',
    body: onlyNamed('pause'),
  }),
  from: { ...idle, vmStates: ['active'] },
  taskState: 'pausing',
  endsIn: 'paused',
  event: 'compute_pause_instance',
  notifications: hostNotifications('pause', startAndEnd),
  order: {},
  command: { verb: 'pause', summary: 'Pause server(s)' },
})
