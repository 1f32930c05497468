import { operation } from '@nimbo/operation/operation'
import { startAndEnd, hostNotifications } from '../notifications/servers.ts'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const unpause = hostAction({
  name: 'unpause',
  operation: operation({
    ...askedByAction('unpause'),
    id: 'servers.unpause',
    summary: 'Let a paused server go on',
    rule: 'os_compute_api:os-pause-server:unpause',
    body: onlyNamed('unpause'),
  }),
  from: { ...idle, vmStates: ['paused'] },
  taskState: 'unpausing',
  endsIn: 'active',
  event: 'compute_unpause_instance',
  notifications: hostNotifications('unpause', startAndEnd),
  order: {},
  command: { verb: 'unpause', summary: 'Unpause server(s)' },
})
