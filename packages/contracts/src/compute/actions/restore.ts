import { operation } from '@nimbo/operation/operation'
import { startAndEnd, hostNotifications } from '../notifications/servers.ts'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const restore = hostAction({
  name: 'restore',
  operation: operation({
    ...askedByAction('restore'),
    id: 'servers.restore',
    summary: 'Bring back a server that was deleted and is still kept',
    rule: 'os_compute_api:os-deferred-delete:restore',
    body: onlyNamed('restore'),
  }),
  from: { ...idle, vmStates: ['soft-delete'] },
  taskState: 'restoring',
  endsIn: 'active',
  event: 'compute_restore_instance',
  notifications: hostNotifications('restore', startAndEnd),
  order: {},
  command: { verb: 'restore', summary: 'Restore server(s) from soft-deleted state' },
})
